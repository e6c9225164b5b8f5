import Requests
import Testing

@Suite("ResponseHead.suggestedFileName") struct SuggestedFileNameTests {
    private func name(_ field: String) -> String? {
        ResponseHead(status: .ok, header: ["Content-Disposition": field]).suggestedFileName
    }

    @Test(
        arguments: [
            ("attachment; filename=report.pdf", "report.pdf"),
            ("attachment; filename=\"my report.pdf\"", "my report.pdf"),
            ("inline;FileName = \"a;b.txt\" ; x=1", "a;b.txt"), ("attachment; filename=\"a\\\"b.txt\"", "a_b.txt"),
            ("attachment; filename*=UTF-8''na%C3%AFve%20file.txt", "naïve file.txt"),
            ("attachment; filename*=ISO-8859-1'en'%A3%20rates.txt", "£ rates.txt"),
            ("attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", "€ rates"),
            ("attachment; filename*=UTF-16''a; filename=b.txt", "b.txt"),
            ("attachment; filename*=utf-8''%zz; filename=b", "b"),
            ("attachment", nil), ("attachment; filename=", nil), ("attachment; filename=\"\"", nil), ("", nil),
        ] as [(String, String?)])
    func `a name is read by RFC 6266`(_ field: String, _ expected: String?) {
        #expect(name(field) == expected)
    }

    @Test(
        arguments: [
            ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("a/b/", "b"), (#"C:\Users\me\a.txt"#, "a.txt"),
            ("..", nil), (".", nil), ("...", nil), ("/", nil), (" ", nil), (".bashrc", "bashrc"),
            ("..hidden.txt", "hidden.txt"),
            ("a.txt. . ", "a.txt"), ("a\u{0}b\u{1F}c\u{7F}.txt", "abc.txt"), ("cod.\u{202E}gpj.exe", "cod.gpj.exe"),
            ("\u{2066}a\u{2069}\u{FEFF}\u{200B}.txt", "a.txt"), ("a<b>c:d|e?f*g.txt", "a_b_c_d_e_f_g.txt"),
            ("CON", "_CON"), ("nul.txt", "_nul.txt"), ("com1.tar.gz", "_com1.tar.gz"), ("com10.txt", "com10.txt"),
            ("👩‍🔬.txt", "👩‍🔬.txt"), ("日本語.pdf", "日本語.pdf"), ("a\u{2028}b.txt", "ab.txt"), ("~/.ssh/id_rsa", "id_rsa"),
        ] as [(String, String?)])
    func `a name is safe`(_ text: String, _ expected: String?) {
        let escaped = text.utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" + digits : digits)
        }
        let field = "attachment; filename*=UTF-8''" + escaped.joined()
        #expect(name(field) == expected)
    }

    @Test(arguments: [("a", 400), ("é", 200), ("👩‍🔬", 100)]) func `a long name is cut, but not its extension`(
        _ letter: String, _ count: Int
    ) throws {
        let cut = try #require(self.name("attachment; filename=\"\(String(repeating: letter, count: count)).tar\""))
        #expect(cut.utf8.count <= 255)
        #expect(cut.utf8.count > 255 - letter.utf8.count)
        #expect(cut.hasSuffix(letter + ".tar"))
    }
}
