import Foundation
import Requests
import TestSupport
import Testing

@Suite("MediaType of a file")
struct MediaTypeGuessTests {
    @Test(
        arguments: [
            ("png", .png), ("PNG", .png), ("jpg", .jpeg), ("jpeg", .jpeg), ("json", .json), ("txt", .plainText),
            ("html", .html), ("pdf", .pdf), ("csv", .csv), ("svg", .svg), ("webp", .webP), ("gz", "application/gzip"),
            ("mp4", "video/mp4"), ("heic", "image/heic"), ("zip", .zip), ("xml", .xml), ("gif", .gif),
            ("", nil), ("bin", nil), ("unheard-of", nil), (".png", nil), ("png ", nil), ("pn\u{0307}g", nil),
        ] as [(String, MediaType?)])
    func `the media type by the extension of a name`(filenameExtension: String, type: MediaType?) {
        #expect(MediaType(filenameExtension: filenameExtension) == type)
    }

    @Test(
        arguments: [
            ("a.png", nil, "image/png"), ("a.JPG", nil, "image/jpeg"), ("a.tar.gz", nil, "application/gzip"),
            ("a", nil, "application/octet-stream"), (".png", nil, "application/octet-stream"),
            ("a.xyz", nil, "application/octet-stream"), ("a.png", .octetStream, "application/octet-stream"),
            ("a.png", "image/x", "image/x"),
        ] as [(String, MediaType?, String)])
    func `a file has the media type of its extension, unless another is given`(
        name: String, given: MediaType?, type: String
    ) throws {
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: name)
            try Data().write(to: url)
            let request = AnonymousProvider("https://h").put(.file(url, contentType: given), to: "/")
            #expect(try request.resolve().header["Content-Type"] == type)
        }
    }
}
