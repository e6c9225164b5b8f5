/// The reason why a part of a message can't go over the wire.
struct SyntaxIssue: Error {
    /// The part that HTTP doesn't allow.
    enum Subject {
        case method
        case fieldName
        case fieldValue
        /// A field that only the transport sets.
        case framingField
    }

    let subject: Subject

    /// A clause for the developer, with no part of a value: it may be a secret.
    let message: String

    init(_ subject: Subject, _ message: String) {
        self.subject = subject
        self.message = message
    }
}
