#if XML
import Foundation
import Requests
@testable import RequestsXML
import Testing
import XMLCoder

/// Documents whose names have the prefixes of namespaces.
@Suite("XML with prefixes", .timeLimit(.minutes(1)))
struct XMLNamespaceTests {
    private func read<Value: Decodable & Sendable>(
        _ text: String, as type: Value.Type = Value.self, _ coding: Coding = .standard
    ) throws -> Value {
        try ResponseDecoder.xml(type).decode(ResponseHead(status: 200), Data(text.utf8), coding: coding)
    }

    private struct Listing: Decodable, Equatable, Sendable {
        struct Entry: Decodable, Equatable, Sendable {
            var href: String
            var propstat: Properties?
        }
        struct Properties: Decodable, Equatable, Sendable {
            var prop: [String: String]?
            var getLastModified: String?
        }
        var response: [Entry]
        var syncToken: String?
    }

    private static let listing = """
        <?xml version="1.0"?>
        <d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">
         <d:response><d:href>/a</d:href><d:propstat><d:get_last_modified>now</d:get_last_modified></d:propstat></d:response>
         <d:response><d:href>/b</d:href></d:response>
         <s:sync_token>7</s:sync_token>
        </d:multistatus>
        """

    @Test func `a property reads the element of its name with any prefix`() throws {
        let listing = try read(Self.listing, as: Listing.self, .snakeCase)
        #expect(listing.response.map(\.href) == ["/a", "/b"])
        #expect(listing.response[0].propstat?.getLastModified == "now")
        #expect(listing.syncToken == "7")
        #expect(try read(Self.listing.replacingOccurrences(of: "_", with: ""), as: Listing.self).response.count == 2)
    }

    private struct Feed: Decodable, Equatable, Sendable {
        var title: String
        var author: String?
        var creator: String?
        var image: String?

        enum CodingKeys: String, CodingKey {
            case title
            case author = "itunes:author"
            case creator
            case image
        }
    }

    @Test(arguments: [Coding.standard, .snakeCase])
    func `an element with exactly the name comes first`(coding: Coding) throws {
        let feed = """
            <rss xmlns:itunes="i" xmlns:dc="d" xmlns:image="no element"><itunes:title>Short</itunes:title><title>Long</title>\
            <author>Bob</author><itunes:author>Ada</itunes:author><dc:creator>Eve</dc:creator></rss>
            """
        #expect(try read(feed, as: Feed.self, coding) == Feed(title: "Long", author: "Ada", creator: "Eve"))
        let both = "<r xmlns:b='b' xmlns:a='a'><b:title>2</b:title><a:title>1</a:title></r>"
        #expect(try read(both, as: Feed.self, coding).title == "1")
    }

    private struct Linked: Decodable, Equatable, Sendable {
        @Attribute var href: String
        @Element var label: String?
    }

    @Test func `attributes can have prefixes, too`() throws {
        let text = "<l xmlns:x='u' x:href='/a'><x:label>A</x:label></l>"
        let linked = try read(text, as: Linked.self)
        #expect(linked.href == "/a")
        #expect(linked.label == "A")
    }

    private enum Shape: Decodable, Equatable, Sendable {
        case circle(Int), square(Int)

        enum CodingKeys: String, XMLChoiceCodingKey { case circle, square }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self =
                if container.contains(.circle) { .circle(try container.decode(Int.self, forKey: .circle)) } else {
                    .square(try container.decode(Int.self, forKey: .square))
                }
        }
    }

    @Test func `a choice between elements ignores their prefixes`() throws {
        let text = "<s:shapes xmlns:s='u'><s:square>1</s:square><s:circle>2</s:circle></s:shapes>"
        #expect(try read(text, as: [Shape].self) == [.square(1), .circle(2)])
    }

    @Test func `the keys of a dictionary keep their prefixes`() throws {
        let text = "<r xmlns:a='u' a:b='1'><a:c>2</a:c></r>"
        let values = try read(text, as: [String: String].self)
        #expect(values["a:c"] == "2")
        #expect(values["a:b"] == "1")
        #expect(values["c"] == nil)
    }

    @Test(arguments: [
        ("<a><b x=\"c:d\">e:f</b></a>", false), ("<a xmlns:b=\"u\"><c/></a>", false), ("<a:b xmlns:a='u'/>", true),
        ("<a><b c:d='1'/></a>", true), ("<!-- a:b --><a>b:c</a>", false),
    ])
    func `only names with prefixes change how a document is read`(text: String, hasPrefixes: Bool) throws {
        #expect(try XMLDocument(Data(text.utf8), contentType: nil).hasPrefixes == hasPrefixes)
    }
}
#endif
