import Foundation
import Requests

/// Writes JSON for readers: two spaces for each level, and the members of objects in their order.
enum IndentedJSON {
    static func data(of value: JSONValue) -> Data {
        var text: [UInt8] = []
        var depth = 0
        var isInString = false
        var isEscaped = false
        func breakLine() {
            text.append(UInt8(ascii: "\n"))
            text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
        }
        for byte in value.description.utf8 {
            if isInString {
                text.append(byte)
                if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                text.append(byte)
                depth += 1
                breakLine()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                // A container without content has no line break.
                if let last = text.lastIndex(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }),
                    text[last] == UInt8(ascii: "{") || text[last] == UInt8(ascii: "[")
                {
                    text.removeSubrange((last + 1)...)
                } else {
                    breakLine()
                }
                text.append(byte)
            case UInt8(ascii: ","):
                text.append(byte)
                breakLine()
            case UInt8(ascii: ":"): text += ": ".utf8
            default:
                text.append(byte)
                if byte == UInt8(ascii: "\"") { isInString = true }
            }
        }
        text.append(UInt8(ascii: "\n"))
        return Data(text)
    }
}
