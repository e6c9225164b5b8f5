extension HeaderFields {
    /// The issue of the first field that violates RFC 9110, section 5, or that only the transport may set; `nil` if
    /// every field is legal.
    package var syntaxIssue: SyntaxIssue? {
        // Nearly every header is legal, so search for the issue only in an illegal one.
        guard hasField(where: { !$0.isLegal || $0.name.isFraming }) else { return nil }
        return lazy.compactMap { $0.name.tokenIssue ?? $0.name.framingIssue ?? $0.valueIssue }.first
    }

    /// The issue of the first field of a response that violates RFC 9110, section 5; `nil` if every field is legal.
    package var responseSyntaxIssue: SyntaxIssue? {
        guard hasField(where: { !$0.isLegal }) else { return nil }
        return lazy.compactMap { $0.name.tokenIssue ?? $0.valueIssue }.first
    }

    /// Marks as sensitive the fields that an API declares as secret.
    ///
    /// - Returns: Whether any of these fields wasn't sensitive before.
    @discardableResult
    package mutating func markSensitive(named names: [String: Bool]) -> Bool {
        if names.isEmpty { return false }
        let secrets = names.filter(\.value)
        let fieldNames = Set(secrets.keys.map { HeaderField.Name($0) })
        let isSecret = { (field: HeaderField) in
            fieldNames.contains(field.name)
                || Redaction.hasURLs(fieldName: field.name.rawValue)
                    && Redaction.hasSecrets(inURLs: field.value, names: secrets)
        }
        guard !secrets.isEmpty, contains(where: { !$0.isSensitive && isSecret($0) }) else { return false }
        self = HeaderFields(
            lazy.map { field in
                var field = field
                if isSecret(field) { field.isSensitive = true }
                return field
            }
        )
        return true
    }

    /// Marks as sensitive all fields that another header doesn't contain.
    mutating func markSensitive(notIn other: HeaderFields) {
        let known = Set(other)
        self = HeaderFields(
            lazy.map { field in
                var field = field
                field.isSensitive = field.isSensitive || !known.contains(field)
                return field
            }
        )
    }
}

extension HeaderField {
    /// Indicates whether the name and the value are legal.
    fileprivate var isLegal: Bool { issue == nil && name.rawValue.isToken && value.withBytes(Self.isLegal) }

    fileprivate var valueIssue: SyntaxIssue? {
        switch issue {
        case .notScalar:
            return SyntaxIssue(
                .fieldValue, "the value of the field \(name) isn't a single string, number, date or raw value")
        case .notFinite:
            return SyntaxIssue(
                .fieldValue,
                "the value of the field \(name) is NaN, infinite, or a date outside the years 1 to 9999")
        case .negativeRange:
            return SyntaxIssue(
                .fieldValue, "the field \(name) has a range with a negative start, but the first byte is byte 0")
        case .emptySuffix:
            return SyntaxIssue(
                .fieldValue,
                "the field \(name) has an empty or negative suffix range: use a length of at least one byte")
        case nil:
            break
        }
        guard !value.withBytes(Self.isLegal), let problem = Self.problem(in: value) else { return nil }
        return SyntaxIssue(
            .fieldValue, "the value of the field \(name) \(problem), which isn't allowed (RFC 9110, section 5.5)")
    }

    /// Returns whether a value contains no controls except tabs, and no white space at its ends.
    private static func isLegal(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = value.first, let last = value.last, first > 0x20, last > 0x20 else { return value.isEmpty }
        // Nearly every value contains neither controls nor tabs.
        return !value.hasControls || !value.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    }

    /// Returns the problem with a value, but no part of the value itself, because it may be a secret.
    private static func problem(in value: String) -> String? {
        for (offset, byte) in value.utf8.enumerated() where byte < 0x20 && byte != 0x09 || byte == 0x7F {
            return "has the control character 0x\(byte.hexText) at byte \(offset)"
        }
        if let first = value.utf8.first, first == 0x20 || first == 0x09 { return "starts with white space" }
        if let last = value.utf8.last, last == 0x20 || last == 0x09 { return "ends with white space" }
        return nil
    }
}

extension HeaderField.Name {
    fileprivate var framingIssue: SyntaxIssue? {
        guard isFraming else { return nil }
        return SyntaxIssue(
            .framingField, "the field \(rawValue) is set by the transport: remove the field from the request")
    }

    fileprivate var tokenIssue: SyntaxIssue? {
        if rawValue.utf8.isEmpty { return SyntaxIssue(.fieldName, "a header field has an empty name") }
        if rawValue.isToken { return nil }
        return SyntaxIssue(
            .fieldName,
            "the field name \(rawValue.escapedForDisplay) contains a byte that isn't allowed in a token (RFC 9110, section 5.1)"
        )
    }
}

extension HeaderField.Name {
    /// Indicates whether fields with this name determine the message's length or target.
    fileprivate var isFraming: Bool {
        switch rawValue.utf8.count {
        case 4: rawValue.equalsIgnoringASCIICase("host")
        case 14: rawValue.equalsIgnoringASCIICase("content-length")
        case 17: rawValue.equalsIgnoringASCIICase("transfer-encoding")
        default: false
        }
    }
}

extension HTTPMethod {
    /// The reason why the method is invalid; `nil` if it is valid.
    package var syntaxIssue: SyntaxIssue? {
        if rawValue.isToken { return nil }
        return SyntaxIssue(
            .method, "the method \(rawValue.escapedForDisplay) is not a valid token (RFC 9110, section 9.1)")
    }
}
