//! Random numbers for tests, the same in every run.

/// A generator of numbers below a limit, which is at most 2^24. The linear congruential one of Numerical Recipes.
pub(crate) fn random(mut seed: u32) -> impl FnMut(usize) -> usize {
    move |limit| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % limit
    }
}

/// A text of up to so many pieces.
pub(crate) fn text_of(pieces: &[&str], most: usize, random: &mut impl FnMut(usize) -> usize) -> String {
    (0..1 + random(most)).map(|_| pieces[random(pieces.len())]).collect()
}
