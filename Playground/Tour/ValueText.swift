/// Values as a reader of Swift would write them, one level of a collection to a line.
enum ValueText {
    static func text(of value: Any) -> String {
        if let text = value as? String { return text.debugDescription }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { text(of: $0.value) } ?? "nil"
        case .collection, .set:
            return list(mirror.children.map { text(of: $0.value) })
        case .struct where !mirror.children.isEmpty && !(value is any CustomStringConvertible):
            let fields = mirror.children.map { "\($0.label ?? "_"): \(text(of: $0.value))" }
            return "\(mirror.subjectType)(\(fields.joined(separator: ", ")))"
        case .tuple where mirror.children.isEmpty:
            return "()"
        default:
            return String(describing: value)
        }
    }

    private static func list(_ elements: [String]) -> String {
        let line = "[\(elements.joined(separator: ", "))]"
        if line.count <= 80 { return line }
        return "[\n" + elements.map { "    \($0)," }.joined(separator: "\n") + "\n]"
    }
}
