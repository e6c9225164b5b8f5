import Foundation
import Requests

/// The bytes of a body and their media type.
struct BodyContent {
    let data: Data
    let type: MediaType?

    /// No body.
    static let none = BodyContent(data: Data(), type: nil)

    init(data: Data, type: MediaType?) {
        self.data = data
        self.type = type
    }

    /// Encodes a whole body: text and bytes unchanged, nothing for `nil`, other values in a format.
    init(_ value: any Encodable, as format: BodyFormat, coding: Coding) throws {
        switch value {
        case let data as Data: self.init(data: data, type: .octetStream)
        case let text as String: self.init(data: Data(text.utf8), type: "text/plain; charset=utf-8")
        case let optional as any OptionalType where optional.present == nil: self = .none
        default:
            let content = try format.content(from: value, coding: coding.ofEndpoint)
            self.init(data: content.data, type: content.type)
        }
    }
}

extension Coding {
    /// The coding for values that the receiver must read back unchanged.
    var ofEndpoint: Coding {
        var coding = self
        coding.isOfEndpoint = true
        return coding
    }
}
