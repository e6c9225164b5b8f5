/// The reason why pairs can't express a value, with the path of the value.
package struct KeyValueEncodingIssue: Error {
    let problem: String
    package private(set) var path: [any CodingKey]
    package var underlyingError: (any Error)?
    var isUnwritable = false

    /// The problem of an enum case for which nothing is written.
    static let noRawValue = "is an enum case without a raw value: give the enum raw values, as in enum State: String"

    init(problem: String, path: [any CodingKey]) {
        self.problem = problem
        self.path = path
    }

    /// Makes the issue from an error that the value's code threw; returns an issue unchanged.
    package init(_ error: any Error, path: @autoclosure () -> [any CodingKey] = []) {
        if let issue = error as? KeyValueEncodingIssue {
            self = issue
        } else {
            self.init(problem: "could not be encoded: \(ErrorText.developerText(of: error))", path: path())
            underlyingError = error
        }
    }

    /// Returns the issue with a key in front of the path.
    func below(_ key: any CodingKey) -> KeyValueEncodingIssue {
        var issue = self
        issue.path = [key] + path
        return issue
    }

    /// Returns the issue for a number or a date that can't be written.
    static func unwritable(_ problem: String, path: [any CodingKey]) -> KeyValueEncodingIssue {
        var error = KeyValueEncodingIssue(problem: problem, path: path)
        error.isUnwritable = true
        return error
    }

    package func message(name: String?) -> String {
        let names = (name.map { [$0] } ?? []) + path.map(\.stringValue)
        return names.isEmpty
            ? "the value \(problem)" : "the value of `\(names.joined(separator: "."))` \(problem)"
    }

    package func transportError(code: RequestErrorCode, name: String? = nil) -> TransportError {
        RequestError(code: code, message: message(name: name), underlyingError: underlyingError)
    }
}
