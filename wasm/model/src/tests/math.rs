use crate::math::{erf, exp, tanh};
use crate::simd::F4;

#[test]
fn exp_is_near_the_exact_one() {
    for step in -8600..=8700 {
        let x = step as f32 / 100.0;
        let exact = f64::from(x).exp();
        let off = (f64::from(exp(F4::splat(x)).array()[0]) - exact).abs() / exact;
        assert!(off < 3e-7, "{x}: {off}");
    }
    assert!(exp(F4::splat(f32::NEG_INFINITY)).array()[3] < 1e-37);
}

#[test]
fn erf_is_near_known_values() {
    for (x, exact) in [(0.1, 0.112_462_92), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322_3), (5.0, 1.0)] {
        assert!((erf(F4::splat(x)).array()[0] - exact).abs() < 4e-7, "{x}");
        assert!((erf(F4::splat(-x)).array()[2] + exact).abs() < 4e-7, "{x}");
    }
    assert!(erf(F4::splat(0.0)).array()[1].abs() < 4e-7);
}

#[test]
fn tanh_is_near_the_exact_one() {
    for step in -2000..=2000 {
        let x = step as f32 / 100.0;
        let mut values = [x, 0.0, 1e30, -1e30];
        tanh(&mut values);
        assert!((f64::from(values[0]) - f64::from(x).tanh()).abs() < 3e-7, "{x}: {}", values[0]);
        assert_eq!(values[1..], [0.0, 1.0, -1.0]);
    }
    let mut values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0];
    tanh(&mut values);
    assert!(values[..3].iter().all(|value| value.is_nan()));
}
