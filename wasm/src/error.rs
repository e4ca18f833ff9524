//! The only error type of the core. The binding turns it into a JavaScript `Error` with a `code`.
use std::fmt;

/// The kind of error. The host decides by this code what to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// The bytes are not UTF-8.
    NotText,
    /// A segment or deletion set differs from what the core wrote.
    IndexDamaged,
    /// The host failed to read.
    Storage,
    /// The call used up the units of work that the host allowed.
    TooExpensive,
    /// The host wants the call to end. It knows why.
    Stopped,
    /// The host made an invalid call, which is a bug in the caller.
    Request,
    /// Anything else.
    Engine,
}

impl Code {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Code::NotText => "not-text",
            Code::IndexDamaged => "index-damaged",
            Code::Storage => "io",
            Code::TooExpensive => "too-expensive",
            Code::Stopped | Code::Request | Code::Engine => "engine",
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct CoreError {
    pub(crate) code: Code,
    pub(crate) message: String,
}

pub(crate) type Result<T> = std::result::Result<T, CoreError>;

impl CoreError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        CoreError { code, message: message.into() }
    }
    pub(crate) fn damaged(message: impl Into<String>) -> Self {
        Self::new(Code::IndexDamaged, message)
    }
    pub(crate) fn request(message: impl Into<String>) -> Self {
        Self::new(Code::Request, message)
    }
}

impl fmt::Display for CoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.message)
    }
}

impl std::error::Error for CoreError {}

impl From<tantivy::TantivyError> for CoreError {
    fn from(error: tantivy::TantivyError) -> Self {
        use tantivy::TantivyError as T;
        let code = match &error {
            T::OpenReadError(_) | T::DataCorruption(_) | T::IncompatibleIndex(_) => Code::IndexDamaged,
            T::IoError(io) => return CoreError::from(clone_io(io)),
            _ => Code::Engine,
        };
        CoreError::new(code, error.to_string())
    }
}

fn clone_io(error: &std::io::Error) -> std::io::Error {
    std::io::Error::new(error.kind(), error.to_string())
}

impl From<std::io::Error> for CoreError {
    fn from(error: std::io::Error) -> Self {
        let code = match error.kind() {
            std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof => Code::IndexDamaged,
            _ => Code::Storage,
        };
        CoreError::new(code, error.to_string())
    }
}

impl From<serde_json::Error> for CoreError {
    fn from(error: serde_json::Error) -> Self {
        CoreError::request(format!("unreadable request: {error}"))
    }
}
