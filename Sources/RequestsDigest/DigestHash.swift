#if Digest
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A hash that is computed incrementally.
struct DigestHash {
    private enum State {
        case md5(Insecure.MD5)
        case sha256(SHA256)
        case sha512Half(SHA512Half)
    }

    private var state: State

    init(_ function: DigestAlgorithm.Function) {
        switch function {
        case .md5: state = .md5(Insecure.MD5())
        case .sha256: state = .sha256(SHA256())
        case .sha512Half: state = .sha512Half(SHA512Half())
        }
    }

    mutating func update(_ data: Data) {
        switch state {
        case .md5(var hash):
            hash.update(data: data)
            state = .md5(hash)
        case .sha256(var hash):
            hash.update(data: data)
            state = .sha256(hash)
        case .sha512Half(var hash):
            hash.update(data)
            state = .sha512Half(hash)
        }
    }

    /// The hexadecimal hash of all bytes so far.
    var text: String {
        switch state {
        case .md5(let hash): Self.text(hash.finalize())
        case .sha256(let hash): Self.text(hash.finalize())
        case .sha512Half(let hash): Self.text(hash.finalized())
        }
    }

    /// Returns the hexadecimal hash of a text as UTF-8.
    static func text(of text: String, by function: DigestAlgorithm.Function) -> String {
        var hash = DigestHash(function)
        hash.update(Data(text.utf8))
        return hash.text
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
#endif
