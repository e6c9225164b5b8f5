/// Quotes words for a POSIX shell.
enum Shell {
    /// The word in single quotes, inside which a shell takes every byte as it is; a single quote ends them for a moment.
    static func quoted(_ word: String) -> String {
        "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
