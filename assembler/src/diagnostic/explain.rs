//! What each message means, with a wrong and a right example.

use super::Code;

/// The explanation of `code`.
pub fn text(code: Code) -> String {
    format!("{}: {}\n", code.code(), code.title())
}
