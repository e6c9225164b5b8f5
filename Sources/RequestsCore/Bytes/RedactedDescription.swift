/// A type whose values show only their description, which contains no secrets.
///
/// By default, `debugDescription` and the mirror for `dump` also show the description.
public protocol RedactedDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedDescription {
    /// The same string as `description`.
    public var debugDescription: String { description }

    /// A mirror for `dump` that contains only the description.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
