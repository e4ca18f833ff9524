//! The only error type of the module: one sentence that says what is wrong with a file or a call.
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ModelError(String);

pub(crate) type Result<T> = std::result::Result<T, ModelError>;

impl ModelError {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        ModelError(sentence.into())
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ModelError {}
