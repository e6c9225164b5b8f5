/// A value that shows only its description, which has no secret in it.
///
/// The text for developers and the mirror for `dump` come from the description, unless the type has its own.
public protocol RedactedDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedDescription {
    /// The same text as `description`.
    public var debugDescription: String { description }

    /// The mirror for `dump`: the description alone.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
