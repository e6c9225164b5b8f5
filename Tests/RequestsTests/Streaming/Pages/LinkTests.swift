import Requests
import TestSupport
import Testing

/// The links of a response (RFC 8288).
struct LinkTests {
    private static func links(_ lines: String...) -> [Link] {
        ResponseHead(
            status: .ok, header: HeaderFields(lines.map { HeaderField("Link", $0) }), urlText: "https://h/users?page=1"
        ).links
    }

    @Test func `links of one line and of several are all found`() {
        let links = Self.links(
            "<https://h/users?page=2>; rel=\"next\", </users?page=9>; rel=last;title=\"a, <b>; c\"",
            "<?p=0>; rel=\"prev first\""
        )
        #expect(
            links == [
                Link(target: "https://h/users?page=2", relations: ["next"]),
                Link(target: "https://h/users?page=9", relations: ["last"], parameters: ["title": "a, <b>; c"]),
                Link(target: "https://h/users?p=0", relations: ["prev", "first"]),
            ])
    }

    @Test func `a description hides the secrets of the URL`() {
        let link = Self.links("</users?page=2&access_token=KANARI>; title=\"b\"; rel=\"next last\"")[0]
        let shown = "<https://h/users?page=2&access_token=<redacted>>; rel=\"next last\"; title=\"b\""
        #expect("\(link)" == shown)
        #expect(!Shown.texts(of: link).contains("KANARI") && link.target.contains("KANARI"))
    }

    @Test(arguments: [
        ("<https://h/a,b;c>; rel=next", "https://h/a,b;c"), ("<>; rel=NEXT", "https://h/users?page=1"),
        ("  <x> ;  REL = \"next\" ", "https://h/x"), ("<x>; rel=next; rel=prev", "https://h/x"),
        ("<x>; rel=\"ne\\xt\"", "https://h/x"),
    ])
    func `a link is read as others write it`(_ line: String, _ target: String) {
        #expect(Self.links(line) == [Link(target: target, relations: ["next"])])
    }

    @Test(arguments: [
        "", "x; rel=next", "<x", "<x>", "<x>; rel=\"\"", "<x>; rel=next; anchor=\"#a\"", "<x\u{1}>; rel=next",
    ])
    func `a link of another resource, or an invalid one, is left out`(_ line: String) {
        #expect(Self.links(line).isEmpty)
    }

    @Test func `a quote that is never closed hides no link before it`() {
        #expect(
            Self.links("<a>; rel=next, <b>; rel=\"last, <c>; rel=x").map(\.target) == ["https://h/a", "https://h/b"])
    }
}
