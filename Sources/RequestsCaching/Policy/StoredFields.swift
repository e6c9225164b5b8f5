import Requests

/// The fields of a response that a cache stores and updates.
enum StoredFields {
    /// Returns the fields of a response without those of its connection, and without those that the response lists in
    /// `no-cache="…"`, which may not be served without validation (RFC 9111, sections 3.1 and 5.2.2.4).
    static func storable(_ header: HeaderFields, control: CacheControl) -> HeaderFields {
        let listed = header[values: .connection].flatMap(HeaderListElement.all).map { $0.lowercased() }
        let excluded = Set(control.noCacheFields + listed)
        return HeaderFields(
            header.lazy.filter { field in
                let name = field.name.rawValue.lowercased()
                return !connectionFields.contains(name) && !excluded.contains(name)
            })
    }

    /// Returns the fields of a stored response with those of a 304 to its validation (RFC 9111, section 3.2).
    ///
    /// An Age and a Date that the 304 does not have describe the older response, and are removed.
    static func updated(_ header: HeaderFields, with update: HeaderFields) -> HeaderFields {
        let new = storable(update, control: CacheControl()).filter { field in
            !contentFields.contains(field.name.rawValue.lowercased())
        }
        var result = header
        for name in Set(new.map(\.name)).union([.age, .date]) { result.remove(name) }
        result.append(contentsOf: new)
        return result
    }

    /// Returns the fields of a 304 to a condition of the caller (RFC 9110, section 15.4.5).
    static func notModified(_ header: HeaderFields) -> HeaderFields {
        HeaderFields(header.lazy.filter { notModifiedFields.contains($0.name.rawValue.lowercased()) })
    }

    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The fields that describe the stored bytes, which a 304 does not change.
    private static let contentFields: Set<String> = ["content-encoding", "content-length", "content-range"]

    private static let notModifiedFields: Set<String> = [
        "age", "cache-control", "content-location", "date", "etag", "expires", "last-modified", "vary",
    ]
}
