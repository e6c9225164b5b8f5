#if Digest
import Foundation
import Requests
import Testing

@testable import RequestsDigest

@Suite("DigestHash") struct DigestHashTests {
    @Test(arguments: [
        ("md5", "", "d41d8cd98f00b204e9800998ecf8427e"), ("MD5", "abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("sha-256", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("SHA-256-sess", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("sha-512-256", "abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    ])
    func `texts have known hashes`(algorithm: String, text: String, hash: String) throws {
        let function = try #require(DigestAlgorithm(algorithm)).function
        #expect(DigestHash.text(of: text, by: function) == hash)
    }

    /// Uses the lengths around those at which the last block is full.
    @Test(arguments: [
        (0, "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"),
        (111, "0239e429f98d0ed61ee8e2a7c30afe98c1c3a80ce5dff62a107e9c538f7632ce"),
        (112, "9216b5303edb66504570bee90e48ea5beaa5e9fe9f760bbd3e0460559fc005f6"),
        (127, "2fe3b2a6ee7e12f6fe4ba82166541ad9b4ed882c493581cbe300d68f3757b778"),
        (128, "b88f97e274f9c1d49f181c8cbd01a9c74930ad055a46ac4499a1d601f1c80bf2"),
        (129, "fb9035c9009ed4a60e37510339ebdb1c771339f30aa581d5dea3690a524c23f1"),
        (1_000, "40eb4a70d4d69815407a9e272f0101cd67e3d11262a4a0bfc087712749c7fb53"),
    ])
    func `SHA-512-256 of any length, in any pieces`(count: Int, expected: String) {
        for piece in [1, 7, 128, 2_000] {
            var hash = DigestHash(.sha512Half)
            for start in stride(from: 0, to: count, by: piece) {
                hash.update(Data(repeating: UInt8(ascii: "a"), count: min(piece, count - start)))
            }
            #expect(hash.text == expected)
        }
    }

    @Test func `a cancelled task doesn't read a file to hash it`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("abc".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await RequestBody.file(file).hash(by: .md5) == "900150983cd24fb0d6963f7d28e17f72")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await RequestBody.file(file).hash(by: .md5)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: ["", "MD4", "SHA-1", "SHA-512", "-sess", "MD5-sess-sess", "md5 ", "SHA256"])
    func `other algorithms are unknown`(name: String) {
        #expect(DigestAlgorithm(name) == nil)
    }
}
#endif
