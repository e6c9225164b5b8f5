extension TransportError {
    /// Makes the error for a part of a request that HTTP doesn't allow.
    package init(_ issue: SyntaxIssue) {
        let code: RequestErrorCode =
            switch issue.subject {
            case .method: .invalidMethod
            case .fieldName: .invalidHeaderName
            case .fieldValue: .invalidHeaderValue
            case .framingField: .reservedHeaderField
            }
        self.init(code: code, message: issue.message)
    }
}
