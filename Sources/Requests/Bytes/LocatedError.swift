/// The underlying error of a `DecodingError`, which describes the problem of a value without the value itself.
///
/// Its description is a clause: `is not base64`.
package protocol LocatedError: Error, CustomStringConvertible {
    /// Returns a text for the developer.
    ///
    /// - Parameters:
    ///   - place: The place of the value, the subject of the clause: `` `items[0].name` ``.
    ///   - isWhole: Indicates whether the value is all of the data.
    /// - Returns: The place, followed by the clause.
    func text(at place: String, isWhole: Bool) -> String
}

extension LocatedError {
    /// Returns the place and the description.
    package func text(at place: String, isWhole: Bool) -> String { "\(place) \(self)" }
}
