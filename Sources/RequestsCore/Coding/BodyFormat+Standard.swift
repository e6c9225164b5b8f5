import Foundation

extension BodyFormat {
    /// JSON, with the coders of the API's ``Coding``.
    public static let json = BodyFormat(
        name: "JSON", mediaType: .json, contentType: .json, kind: { $0.isJSON }, isCodedAsJSON: true,
        content: { (try $1.jsonData(from: $0), .json) },
        decode: { body in
            _ = try body.coding.value(
                JSONReading.self, fromJSON: body.data, by: nil, configuration: body, checking: body.checkedTypes)
        })

    /// A form, `application/x-www-form-urlencoded`, with the styles of the API's ``Coding``.
    public static let form: BodyFormat = {
        var format = BodyFormat(name: "a form", mediaType: .form) { value, coding in
            try coding.formData(from: value)
        } decode: { body in
            try body.read(from: KeyValueDecoder(ofForm: body.data, coding: body.coding).checking(body.checkedTypes))
        }
        format.hasEmptyBodies = true
        format.canBePage = true
        return format
    }()
}

/// A type whose initializer passes the decoder of a body to the reader of the body.
private struct JSONReading: DecodableWithConfiguration {
    init(from decoder: any Decoder, configuration body: BodyReading) throws {
        try body.read(from: decoder)
    }
}
