import Foundation
import Requests

/// The part of a stored body that a request selects with a single range (RFC 9110, section 14.1.2).
struct PartOfBody: Sendable, Hashable {
    let bytes: Range<Int>
    let byteCount: Int

    /// Reads a Range field.
    ///
    /// - Returns: `nil` for several ranges, for units other than bytes, and for a range outside the body.
    init?(_ field: String, of byteCount: Int) {
        guard let equals = field.firstIndex(of: "="), field[..<equals].trimmingBlanks.lowercased() == "bytes" else {
            return nil
        }
        let parts = field[field.index(after: equals)...].trimmingBlanks
            .split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else { return nil }
        let (first, last) = (Int(parts[0]), Int(parts[1]))
        let bytes: Range<Int>
        switch (first, last) {
        case (let first?, let last?) where first <= last && first < byteCount:
            bytes = first..<(min(last, byteCount - 1) + 1)
        case (let first?, nil) where parts[1].isEmpty && first < byteCount: bytes = first..<byteCount
        case (nil, let count?) where parts[0].isEmpty && count > 0 && byteCount > 0:
            bytes = max(0, byteCount - count)..<byteCount
        default: return nil
        }
        self.bytes = bytes
        self.byteCount = byteCount
    }

    /// Returns whether a request may receive a part of a stored response (RFC 9110, section 13.1.5).
    static func isAllowed(_ request: OutgoingRequest, of head: ResponseHead) -> Bool {
        guard head.status == .ok, !head.hasContentCoding, !request.header.contains(.ifMatch),
            !request.header.contains(.ifUnmodifiedSince), !Preconditions.hasEvaluable(request.header)
        else { return false }
        guard let condition = request.header[.ifRange] else { return true }
        return condition.hasPrefix("\"") && condition == head.header[.eTag]
    }

    /// Returns the head of the part.
    func head(of whole: ResponseHead) -> ResponseHead {
        var header = whole.header
        header.set(HeaderField(.contentRange, "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(byteCount)"))
        if header.contains(.contentLength) { header.set(HeaderField(.contentLength, String(bytes.count))) }
        return ResponseHead(status: .partialContent, header: header, urlText: whole.urlText)
    }
}
