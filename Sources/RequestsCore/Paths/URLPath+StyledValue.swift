import Foundation

extension URLPath {
    /// A value in a path whose text depends on the API's coding.
    ///
    /// The coding is known only when the request is resolved.
    struct StyledValue: Hashable, Sendable {
        enum Content: Hashable, Sendable {
            case date(Date)
            case flag(Bool)
        }

        let content: Content
        let isSensitive: Bool
        /// The range of the value's text in the path.
        private(set) var range: Range<Int>

        init(_ content: Content, isSensitive: Bool, at range: Range<Int>) {
            self.content = content
            self.isSensitive = isSensitive
            self.range = range
        }

        mutating func move(by distance: Int) {
            range = range.lowerBound + distance..<range.upperBound + distance
        }
    }

    /// Returns the path with its values in the styles of an API.
    func written(by coding: Coding) -> URLPath {
        var builder = Builder(reserving: bytes.count + styledValues.count * 24)
        if let issue { builder.note(issue) }
        var position = 0
        for value in styledValues {
            builder.append(written: bytes[position..<value.range.lowerBound])
            builder.append(value.content, isSensitive: value.isSensitive, by: coding)
            position = value.range.upperBound
        }
        builder.append(written: bytes[position...])
        var path = URLPath(builder)
        path.secrets += secrets
        return path
    }
}

extension URLPath.Builder {
    /// Appends a value in the styles of an API.
    fileprivate mutating func append(_ content: URLPath.StyledValue.Content, isSensitive: Bool, by coding: Coding) {
        switch content {
        case .flag(let flag): append(value: coding.text(of: flag), isSensitive: isSensitive)
        case .date(let date):
            do {
                append(value: try coding.text(of: date), isSensitive: isSensitive)
            } catch {
                note(.date)
            }
        }
    }
}

extension RequestTarget {
    /// Returns the target with the values of its path in the styles of an API.
    func written(by coding: Coding) -> RequestTarget {
        var target = self
        target.move(to: endpoint.written(by: coding))
        return target
    }
}
