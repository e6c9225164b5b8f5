package import Foundation

extension Coding {
    /// Writes a date in the style.
    ///
    /// - Throws: ``UnwritableDate``, or the error of a custom style.
    package func text(of date: Date) throws -> String { try dates.text(of: date) }

    /// Writes a boolean in the style of queries and forms.
    func text(of flag: Bool) -> String {
        switch booleans {
        case .literal: flag ? "true" : "false"
        case .numeric: flag ? "1" : "0"
        }
    }

    /// Writes data in the style.
    ///
    /// - Throws: The error of a custom style.
    package func text(of data: Data) throws -> String { try self.data.text(of: data) }

    /// Reads a date in the style.
    ///
    /// - Throws: ``DataError``, or the error of a custom style.
    package func date(of text: String) throws -> Date { try Self.described { try dates.date(of: text) } }

    /// Reads data in the style.
    ///
    /// - Throws: ``DataError``, or the error of a custom style.
    package func data(of text: String) throws -> Data { try Self.described { try self.data.data(of: text) } }

    private static func described<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let problem as KeyValueDecodingError {
            throw DataError(problem)
        }
    }
}

/// The reason why data can't be decoded, as the underlying error of a `DecodingError`.
///
/// The description is a clause about the value at its path, or a sentence if there is no path. The description doesn't
/// contain the value.
package struct DataError: LocatedError {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// Returns the description, which is a sentence if the value is all of the data.
    package func text(at place: String, isWhole: Bool) -> String { isWhole ? description : "\(place) \(description)" }

    fileprivate init(_ problem: KeyValueDecodingError) {
        if case .corrupted(let text) = problem { self.init(text) } else { self.init("is not a number") }
    }
}
