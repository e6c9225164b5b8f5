/// The reason why a part of a message can't be sent.
package struct SyntaxIssue: Error {
    /// The part that HTTP doesn't allow.
    enum Subject {
        case method
        case fieldName
        case fieldValue
        /// A field that only the transport sets.
        case framingField
    }

    let subject: Subject

    /// A clause for the developer, without any part of a value, which may be a secret.
    package let message: String

    init(_ subject: Subject, _ message: String) {
        self.subject = subject
        self.message = message
    }
}
