extension HeaderFields {
    /// Checks every field against RFC 9110, section 5, and that none of them frames the message.
    func validate() throws(RequestError<Never>) {
        for field in self {
            try field.validate()
        }
    }

    /// Marks all fields as sensitive that are not in the other header.
    mutating func markSensitive(notIn other: HeaderFields) {
        self = HeaderFields(
            lazy.map { field in
                var field = field
                field.isSensitive = field.isSensitive || !other.contains(field)
                return field
            }
        )
    }
}

extension HeaderField {
    func validate() throws(RequestError<Never>) {
        try name.validate()
        switch issue {
        case .notScalar:
            throw RequestError(
                code: .invalidHeaderValue,
                message: "the value of the field \(name) is not one text, number, date or raw value"
            )
        case .notFinite:
            throw RequestError(
                code: .invalidHeaderValue,
                message: "the value of the field \(name) is not a finite number, or a date outside the years 1 to 9999"
            )
        case nil:
            break
        }
        if let problem = Self.problem(in: value) {
            throw RequestError(
                code: .invalidHeaderValue,
                message: "the value of the field \(name) \(problem) (RFC 9110, section 5.5)"
            )
        }
    }

    /// What is wrong with a value, without any part of it: it may be a secret.
    private static func problem(in value: String) -> String? {
        var offset = 0
        var last: UInt8 = 0
        for byte in value.utf8 {
            if byte < 0x20 && byte != 0x09 || byte == 0x7F {
                return "has the control character 0x\(byte.hexText) at byte \(offset)"
            }
            last = byte
            offset += 1
        }
        if let first = value.utf8.first, first == 0x20 || first == 0x09 { return "starts with white space" }
        if last == 0x20 || last == 0x09 { return "ends with white space" }
        return nil
    }
}

extension HeaderField.Name {
    func validate() throws(RequestError<Never>) {
        let token = ByteSet.token
        if rawValue.utf8.isEmpty {
            throw RequestError(code: .invalidHeaderName, message: "a field has an empty name")
        }
        for byte in rawValue.utf8 where !token.contains(byte) {
            throw RequestError(
                code: .invalidHeaderName,
                message: "the field name \(rawValue.escapedForDisplay) has a byte that no token has (RFC 9110, section 5.1)"
            )
        }
        if self == .contentLength || self == .transferEncoding || self == .host {
            throw RequestError(
                code: .reservedHeaderField,
                message: "the field \(rawValue) is set by the transport: remove it from the request"
            )
        }
    }
}

extension HTTPMethod {
    func validate() throws(RequestError<Never>) {
        let token = ByteSet.token
        guard !rawValue.utf8.isEmpty, rawValue.utf8.allSatisfy(token.contains) else {
            throw RequestError(
                code: .invalidMethod,
                message: "the method \(rawValue.escapedForDisplay) is not a token (RFC 9110, section 9.1)"
            )
        }
    }
}
