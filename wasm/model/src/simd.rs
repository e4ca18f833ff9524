//! Vectors of 128 bits. WebAssembly has them as instructions; elsewhere plain Rust does the same operations in the same
//! order, so that native tests see the same bits.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use plain::{F4, I4, S8};
#[cfg(target_arch = "wasm32")]
pub(crate) use wasm::{F4, I4, S8};

impl F4 {
    /// The sum of the four lanes, in a fixed order.
    pub(crate) fn sum(self) -> f32 {
        let [a, b, c, d] = self.array();
        (a + c) + (b + d)
    }
    pub(crate) fn largest(self) -> f32 {
        let [a, b, c, d] = self.array();
        a.max(b).max(c.max(d))
    }
    pub(crate) fn array(self) -> [f32; 4] {
        let mut lanes = [0.0; 4];
        self.store(&mut lanes);
        lanes
    }
    #[inline(always)]
    pub(crate) fn load(from: &[f32]) -> F4 {
        assert!(from.len() >= 4);
        // SAFETY: there are four values.
        unsafe { F4::load_at(from.as_ptr()) }
    }
}

#[cfg(target_arch = "wasm32")]
mod wasm {
    use std::arch::wasm32::*;

    #[derive(Clone, Copy)]
    pub(crate) struct F4(v128);
    #[derive(Clone, Copy)]
    pub(crate) struct I4(v128);
    #[derive(Clone, Copy)]
    pub(crate) struct S8(v128);

    #[rustfmt::skip]
    impl F4 {
        #[inline(always)] pub(crate) fn splat(value: f32) -> F4 { F4(f32x4_splat(value)) }
        /// # Safety
        /// There are four values at `from`.
        #[inline(always)] pub(crate) unsafe fn load_at(from: *const f32) -> F4 { F4(v128_load(from.cast())) }
        /// # Safety
        /// There is a value at `from`.
        #[inline(always)] pub(crate) unsafe fn splat_at(from: *const f32) -> F4 { F4(v128_load32_splat(from.cast())) }
        #[inline(always)] pub(crate) fn store(self, into: &mut [f32]) {
            assert!(into.len() >= 4);
            // SAFETY: there is room for four values.
            unsafe { v128_store(into.as_mut_ptr().cast(), self.0) }
        }
        #[inline(always)] pub(crate) fn plus(self, b: F4) -> F4 { F4(f32x4_add(self.0, b.0)) }
        #[inline(always)] pub(crate) fn minus(self, b: F4) -> F4 { F4(f32x4_sub(self.0, b.0)) }
        #[inline(always)] pub(crate) fn times(self, b: F4) -> F4 { F4(f32x4_mul(self.0, b.0)) }
        #[inline(always)] pub(crate) fn over(self, b: F4) -> F4 { F4(f32x4_div(self.0, b.0)) }
        #[inline(always)] pub(crate) fn abs(self) -> F4 { F4(f32x4_abs(self.0)) }
        /// The greater one; `b` where they do not compare.
        #[inline(always)] pub(crate) fn max(self, b: F4) -> F4 { F4(f32x4_pmax(b.0, self.0)) }
        /// The lesser one; `b` where they do not compare.
        #[inline(always)] pub(crate) fn min(self, b: F4) -> F4 { F4(f32x4_pmin(b.0, self.0)) }
        #[inline(always)] pub(crate) fn nearest(self) -> F4 { F4(f32x4_nearest(self.0)) }
        /// Two to the power of whole numbers between -126 and 127.
        #[inline(always)] pub(crate) fn power_of_two(self) -> F4 {
            F4(i32x4_shl(i32x4_add(i32x4_trunc_sat_f32x4(self.0), i32x4_splat(127)), 23))
        }
        /// The absolute values of `self` with the signs of `b`.
        #[inline(always)] pub(crate) fn with_sign(self, b: F4) -> F4 {
            let sign = i32x4_splat(i32::MIN);
            F4(v128_bitselect(b.0, self.0, sign))
        }
    }

    #[rustfmt::skip]
    impl I4 {
        #[inline(always)] pub(crate) fn zero() -> I4 { I4(i32x4_splat(0)) }
        #[inline(always)] pub(crate) fn plus(self, b: I4) -> I4 { I4(i32x4_add(self.0, b.0)) }
        #[inline(always)] pub(crate) fn floats(self) -> F4 { F4(f32x4_convert_i32x4(self.0)) }
    }

    #[rustfmt::skip]
    impl S8 {
        /// Eight numbers of 8 bits.
        /// # Safety
        /// There are eight values at `from`.
        #[inline(always)] pub(crate) unsafe fn widened_at(from: *const i8) -> S8 { S8(i16x8_load_extend_i8x8(from)) }
        /// Two numbers, four times.
        /// # Safety
        /// There are two values at `from`.
        #[inline(always)] pub(crate) unsafe fn pair_at(from: *const i16) -> S8 { S8(v128_load32_splat(from.cast())) }
        /// Products, with the sum of each pair of them.
        #[inline(always)] pub(crate) fn dot(self, b: S8) -> I4 { I4(i32x4_dot_i16x8(self.0, b.0)) }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod plain {
    #[derive(Clone, Copy)]
    pub(crate) struct F4([f32; 4]);
    #[derive(Clone, Copy)]
    pub(crate) struct I4([i32; 4]);
    #[derive(Clone, Copy)]
    pub(crate) struct S8([i16; 8]);

    fn each(a: F4, b: F4, f: impl Fn(f32, f32) -> f32) -> F4 {
        F4(std::array::from_fn(|lane| f(a.0[lane], b.0[lane])))
    }

    #[rustfmt::skip]
    impl F4 {
        pub(crate) fn splat(value: f32) -> F4 { F4([value; 4]) }
        /// # Safety
        /// There are four values at `from`.
        pub(crate) unsafe fn load_at(from: *const f32) -> F4 { F4(std::array::from_fn(|lane| *from.add(lane))) }
        /// # Safety
        /// There is a value at `from`.
        pub(crate) unsafe fn splat_at(from: *const f32) -> F4 { F4([*from; 4]) }
        pub(crate) fn store(self, into: &mut [f32]) { into[..4].copy_from_slice(&self.0) }
        pub(crate) fn plus(self, b: F4) -> F4 { each(self, b, |a, b| a + b) }
        pub(crate) fn minus(self, b: F4) -> F4 { each(self, b, |a, b| a - b) }
        pub(crate) fn times(self, b: F4) -> F4 { each(self, b, |a, b| a * b) }
        pub(crate) fn over(self, b: F4) -> F4 { each(self, b, |a, b| a / b) }
        pub(crate) fn abs(self) -> F4 { F4(self.0.map(f32::abs)) }
        pub(crate) fn max(self, b: F4) -> F4 { each(self, b, |a, b| if b < a { a } else { b }) }
        pub(crate) fn min(self, b: F4) -> F4 { each(self, b, |a, b| if a < b { a } else { b }) }
        pub(crate) fn nearest(self) -> F4 { F4(self.0.map(f32::round_ties_even)) }
        pub(crate) fn power_of_two(self) -> F4 {
            F4(self.0.map(|value| f32::from_bits(((value as i32).wrapping_add(127) << 23) as u32)))
        }
        pub(crate) fn with_sign(self, b: F4) -> F4 { each(self, b, |a, b| a.abs().copysign(b)) }
    }

    #[rustfmt::skip]
    impl I4 {
        pub(crate) fn zero() -> I4 { I4([0; 4]) }
        pub(crate) fn plus(self, b: I4) -> I4 { I4(std::array::from_fn(|lane| self.0[lane].wrapping_add(b.0[lane]))) }
        pub(crate) fn floats(self) -> F4 { F4(self.0.map(|value| value as f32)) }
    }

    #[rustfmt::skip]
    impl S8 {
        /// # Safety
        /// There are eight values at `from`.
        pub(crate) unsafe fn widened_at(from: *const i8) -> S8 {
            S8(std::array::from_fn(|lane| i16::from(*from.add(lane))))
        }
        /// # Safety
        /// There are two values at `from`.
        pub(crate) unsafe fn pair_at(from: *const i16) -> S8 { S8(std::array::from_fn(|lane| *from.add(lane % 2))) }
        pub(crate) fn dot(self, b: S8) -> I4 {
            let product = |at: usize| i32::from(self.0[at]) * i32::from(b.0[at]);
            I4(std::array::from_fn(|lane| product(2 * lane).wrapping_add(product(2 * lane + 1))))
        }
    }
}
