import Foundation
import Requests
import RequestsEndpoints
import TestSupport
import Testing

@Suite("File values") struct FileValueTests {
    private struct Upload: Codable, Hashable {
        var title: String
        var photo: FileValue
        var notes: FileValue?
        var files: [FileValue]?
    }

    private let file = FileValue(Data([0, 0xFF, 13, 10]), fileName: "a b.PNG")

    @Test func `the media type follows from the file name unless it is given`() {
        #expect(file.contentType == .png)
        #expect(FileValue(Data()).contentType == .octetStream)
        #expect(FileValue(Data(), fileName: "png").contentType == .octetStream)
        #expect(FileValue(Data(), fileName: "a.png", contentType: .pdf).contentType == .pdf)
    }

    @Test func `there are constructors for texts, values and files on the disk`() throws {
        #expect(FileValue.text("ä") == FileValue(Data("ä".utf8), contentType: "text/plain; charset=utf-8"))
        #expect(FileValue.text("<a/>", contentType: .xml).contentType == .xml)
        let json = try FileValue.encoded(["firstName": 1], as: .json, fileName: "a.json", coding: .snakeCase)
        #expect(json == FileValue(Data(#"{"firstName":1}"#.utf8), fileName: "a.json", contentType: .json))
        #expect(try FileValue.encoded(["a": 1], as: .form) == FileValue(Data("a=1".utf8), contentType: .form))
        try withTemporaryDirectory { directory in
            let url = directory.appending(component: "x.gif")
            try Data([1]).write(to: url)
            #expect(try FileValue(contentsOf: url) == FileValue(Data([1]), fileName: "x.gif", contentType: .gif))
            #expect(try FileValue(contentsOf: url, fileName: "y").fileName == "y")
        }
    }

    @Test func `a plain coder writes the properties, with the data in base64`() throws {
        let upload = Upload(title: "t", photo: file, notes: nil, files: [.text("x")])
        let data = try JSONEncoder().encode(upload)
        #expect(try JSONDecoder().decode(Upload.self, from: data) == upload)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(
            String(decoding: try encoder.encode(file), as: UTF8.self)
                == #"{"contentType":"image/png","data":"AP8NCg==","fileName":"a b.PNG"}"#)
        let few = try JSONDecoder().decode(FileValue.self, from: Data(#"{"data":""}"#.utf8))
        #expect(few == FileValue(Data()))
    }

    @Test func `every other format writes the properties as well`() throws {
        let upload = Upload(title: "t", photo: file, notes: nil, files: [.text("x")])
        for format in [BodyFormat.json, .form] {
            let data = try format.data(from: upload)
            #expect(try format.value(Upload.self, from: data) == upload)
        }
    }

    @Test func `descriptions show no content`() {
        let file = FileValue.text("secret", fileName: "n.txt")
        #expect("\(file)" == #"file "n.txt" (text/plain; charset=utf-8, 6 bytes)"#)
        #expect(!shown(file).contains("secret"))
    }

    private func shown(_ value: some Any) -> String {
        var text = String(reflecting: value)
        dump(value, to: &text)
        return text
    }

    private func text(of value: some Encodable, _ coding: Coding = .standard) throws -> String {
        String(decoding: try BodyFormat.multipart(boundary: "xyz").data(from: value, coding: coding), as: UTF8.self)
            .replacing("\r\n", with: "|")
    }

    @Test func `a form contains files as parts, and the rest as texts`() throws {
        let upload = Upload(
            title: "ä=&", photo: FileValue(Data("p".utf8), fileName: "\"1\".png"), notes: nil,
            files: [.text("x"), .text("y", fileName: "y")])
        let parts = [
            #"Content-Disposition: form-data; name="title"||ä=&"#,
            #"Content-Disposition: form-data; name="photo"; filename="%221%22.png"|Content-Type: image/png||p"#,
            #"Content-Disposition: form-data; name="files"|Content-Type: text/plain; charset=utf-8||x"#,
            #"Content-Disposition: form-data; name="files"; filename="y"|Content-Type: text/plain; charset=utf-8||y"#,
        ]
        #expect(try text(of: upload) == "--xyz|" + parts.joined(separator: "|--xyz|") + "|--xyz--|")
        let indices = try text(of: upload, Coding(arrays: .indices, nesting: .dots))
        #expect(indices.contains(#"name="files.1"; filename="y""#))
    }

    private static let changedName =
        "is a file with a name that would be decoded as a different name: "
        + "remove `%22`, `%0D`, `%0A` and backslashes from the name"

    private static let unreadable: [(FileValue, String)] = [
        (FileValue(Data(), fileName: "a\\\\b"), changedName),
        (FileValue(Data(), fileName: "a%22"), changedName),
        (FileValue(Data(), fileName: "a\\"), changedName),
        (FileValue(Data(), contentType: "png"), "is a file with an invalid media type: use a type such as image/png"),
        (
            FileValue(Data(), fileName: ""),
            "is an empty file with an empty name, which servers read as a missing file: give the file a name"
        ),
    ]

    @Test(arguments: unreadable)
    func `a file that would be read as another file is refused`(file: FileValue, problem: String) {
        #expect(throws: TransportError.self) { try text(of: ["f": file]) }
        do {
            _ = try text(of: ["files": [file]])
        } catch {
            #expect((error as? TransportError)?.code == .bodyEncodingFailed)
            #expect((error as? TransportError)?.message == "the value of `files.0` \(problem)")
        }
    }

    @Test func `names that would be read as others, and files without a name, are refused`() {
        #expect(
            message { try text(of: ["a%0A": 1]) }
                == "the value of `a%0A` has a name that would be decoded as a different name: "
                + "remove `%22`, `%0D`, `%0A` and backslashes from the name")
        #expect(message { try text(of: file) } == "the value is a file without a name: put the file in a property")
        #expect(message { try text(of: [file]) }?.contains("is an array without a name") == true)
        #expect(
            message { try BodyFormat.multipart(boundary: "x").data(from: ["a": "--x"]) }?.contains("boundary") == true)
    }

    private func message(_ body: () throws -> some Any) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? TransportError)?.message
        }
    }
}
