import Foundation

/// The boundary between the parts of a form.
struct MultipartBoundary {
    let text: String

    /// The start of each delimiter, which must not occur in a part in memory; `nil` if the boundary is random.
    private let forbidden: BytePattern?

    /// Makes the boundary of a form; `nil` makes a random boundary.
    ///
    /// - Throws: ``RequestErrorCode/bodyEncodingFailed`` if RFC 2046, section 5.1.1, does not allow the boundary.
    init(_ boundary: String?) throws(TransportError) {
        guard let boundary else {
            text = Self.random()
            forbidden = nil
            return
        }
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy(Self.isLegal),
            boundary.utf8.last != UInt8(ascii: " ")
        else {
            throw RequestError(
                code: .bodyEncodingFailed,
                message: """
                    the boundary \(boundary.escapedForDisplay) is not valid: use 1 to 70 letters, digits, spaces and \
                    '()+_,-./:=?, without a space at the end (RFC 2046, section 5.1.1)
                    """
            )
        }
        text = boundary
        forbidden = BytePattern("--\(boundary)")
    }

    var contentType: MediaType { MediaType("multipart", "form-data", parameters: ["boundary": text]) }

    /// Returns whether the content contains the delimiter, which would end its part early.
    func occurs(in content: Data) -> Bool {
        forbidden?.occurs(in: content) ?? false
    }

    /// Returns 128 random bits as hexadecimal digits.
    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in (generator.next() as UInt8).hexText }.joined()
    }

    private static func isLegal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
    }
}
