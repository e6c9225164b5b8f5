/// An underlying error of a `DecodingError` that describes the problem of a value, but doesn't contain the value.
///
/// The description is a clause: `is not base64`.
package protocol LocatedError: Error, CustomStringConvertible {
    /// Returns a message for developers.
    ///
    /// - Parameters:
    ///   - place: The path of the value, which is the subject of the clause: `` `items[0].name` ``.
    ///   - isWhole: Indicates whether the value is all of the data.
    /// - Returns: The path, followed by the clause.
    func text(at place: String, isWhole: Bool) -> String
}

extension LocatedError {
    /// Returns the path and the description.
    package func text(at place: String, isWhole: Bool) -> String { "\(place) \(self)" }
}
