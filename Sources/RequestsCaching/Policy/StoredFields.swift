import Requests

/// The fields of a response that a cache stores and updates.
enum StoredFields {
    /// Returns the fields of a response that may be stored.
    ///
    /// The fields of the connection are omitted. So are the fields in `no-cache="…"`, because they must not be used
    /// without validation (RFC 9111, sections 3.1 and 5.2.2.4).
    static func storable(_ header: HeaderFields, control: CacheControl) -> HeaderFields {
        let listed = header[values: .connection].flatMap(HeaderListElement.all).map { $0.lowercased() }
        let excluded = Set(control.noCacheFields + listed)
        return HeaderFields(
            header.lazy.filter { field in
                let name = field.name.rawValue.lowercased()
                return !connectionFields.contains(name) && !excluded.contains(name)
            })
    }

    /// Returns the fields of a stored response, updated with those of a 304 (RFC 9111, section 3.2).
    ///
    /// If the 304 doesn't contain an Age or a Date, the stored Age or Date is removed, because it describes the older
    /// response.
    static func updated(_ header: HeaderFields, with update: HeaderFields) -> HeaderFields {
        let new = storable(update, control: CacheControl()).filter { field in
            !contentFields.contains(field.name.rawValue.lowercased())
        }
        var result = header
        for name in Set(new.map(\.name)).union([.age, .date]) { result.remove(name) }
        result.append(contentsOf: new)
        return result
    }

    /// Returns the fields of a 304 for a condition of the caller (RFC 9110, section 15.4.5).
    static func notModified(_ header: HeaderFields) -> HeaderFields {
        HeaderFields(header.lazy.filter { notModifiedFields.contains($0.name.rawValue.lowercased()) })
    }

    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The fields that describe the stored bytes, which a 304 doesn't change.
    private static let contentFields: Set<String> = ["content-encoding", "content-length", "content-range"]

    private static let notModifiedFields: Set<String> = [
        "age", "cache-control", "content-location", "date", "etag", "expires", "last-modified", "vary",
    ]
}
