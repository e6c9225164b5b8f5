/// Reads the parts of a name such as `a[b][0]` or `a.b.0`, by the nesting style.
///
/// The `[]` of an element is not a part. A name with unbalanced brackets is one part, unchanged.
struct NestedNameReader: IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    private var isAtStart = true
    private let style: Style

    private enum Style {
        case whole, brackets, dots
    }

    init(_ name: ArraySlice<UInt8>, coding: Coding) {
        rest = name
        switch coding.nesting {
        case .brackets:
            style = Self.isBalanced(name) ? .brackets : .whole
            if style == .brackets, name.suffix(2).elementsEqual("[]".utf8) { rest = name.dropLast(2) }
        case .dots:
            style = .dots
            if coding.arrays == .brackets, name.suffix(2).elementsEqual("[]".utf8) { rest = name.dropLast(2) }
        }
    }

    mutating func next() -> ArraySlice<UInt8>? {
        defer { isAtStart = false }
        switch style {
        case .whole:
            return isAtStart ? rest : nil
        case .dots:
            if isAtStart { return take(upTo: UInt8(ascii: ".")) }
            return rest.popFirst() == nil ? nil : take(upTo: UInt8(ascii: "."))
        case .brackets:
            if isAtStart { return take(upTo: UInt8(ascii: "[")) }
            guard rest.popFirst() != nil else { return nil }
            defer { rest = rest.dropFirst() }
            return take(upTo: UInt8(ascii: "]"))
        }
    }

    private mutating func take(upTo byte: UInt8) -> ArraySlice<UInt8> {
        let part = rest.prefix { $0 != byte }
        rest = rest[part.endIndex...]
        return part
    }

    /// Returns whether all brackets come in pairs at the end of the name.
    private static func isBalanced(_ name: ArraySlice<UInt8>) -> Bool {
        var isOpen = false
        var isBehind = false
        for byte in name {
            switch byte {
            case UInt8(ascii: "["):
                if isOpen { return false }
                isOpen = true
            case UInt8(ascii: "]"):
                if !isOpen { return false }
                (isOpen, isBehind) = (false, true)
                continue
            default:
                if isBehind, !isOpen { return false }
            }
        }
        return !isOpen
    }
}
