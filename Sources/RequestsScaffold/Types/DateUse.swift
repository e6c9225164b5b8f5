import Requests

/// The formats of dates in a document.
///
/// An API's coding has only one format.
enum DateUse {
    case iso8601
    /// Seconds since 1970, as integers with the format `unix-time`.
    case seconds

    /// Finds the most frequent format.
    init(in content: JSONValue.Object) {
        var (text, seconds) = (0, 0)
        var next: [JSONValue] = [.object(content)]
        while let value = next.popLast() {
            switch value {
            case .array(let elements): next += elements
            case .object(let members):
                if members["format"] == "date-time" { text += 1 }
                if members["format"] == "unix-time" { seconds += 1 }
                next += members.map(\.value)
            default: break
            }
        }
        self = seconds > text ? .seconds : .iso8601
    }
}
