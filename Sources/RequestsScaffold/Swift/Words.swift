import Foundation

/// The words of a name in a document: `pull-requestURL` has the words `pull`, `request` and `URL`.
struct Words {
    let words: [String]

    /// Splits a name at characters outside of ASCII letters and digits, and at capital letters.
    ///
    /// Signs become words: `>=` becomes `at least`, `-name` becomes `descending name`, and `StartTime<` becomes `Start
    /// Time Before`.
    init(_ name: String) {
        if let words = Self.operators[name] {
            self.words = words
            return
        }
        if let comparison = Self.comparisons.first(where: { name.hasSuffix($0.sign) }) {
            let words = Words(String(name.dropLast(comparison.sign.count))).words
            let isTime = words.contains { ["date", "time"].contains($0.lowercased()) }
            self.words = words + (isTime ? comparison.ofTimes : comparison.ofNumbers)
            return
        }
        var words: [String] = []
        var word: [Character] = []
        func finish() {
            if !word.isEmpty { words.append(String(word)) }
            word = []
        }
        // An accent is a separate character after the decomposition.
        let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
        let scalars = (isPlain ? name : name.decomposedStringWithCanonicalMapping).unicodeScalars
        let characters = scalars.filter(\.isASCII).map(Character.init)
        for (index, character) in characters.enumerated() {
            guard character.isASCII, character.isLetter || character.isNumber else {
                finish()
                guard index == 0, let next = characters.dropFirst().first else { continue }
                // Before a digit, the sign is a plus or a minus, as in GitHub's reactions `+1` and `-1`. Before a
                // letter, it is a sort order.
                switch (character, next.isNumber, next.isLetter) {
                case ("+", true, _): words.append("plus")
                case ("-", true, _): words.append("minus")
                case ("+", _, true): words.append("ascending")
                case ("-", _, true): words.append("descending")
                default: break
                }
                continue
            }
            if let last = word.last, character.isUppercase {
                let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
                if !last.isUppercase || isBeforeSmall { finish() }
            }
            word.append(character)
        }
        finish()
        // In a name that is all capitals, no word is an acronym.
        let shouts = words.count > 1 && words.allSatisfy { $0 == $0.uppercased() }
        self.words = shouts ? words.map { $0.lowercased() } : words
    }

    private init(words: [String]) { self.words = words }

    /// The words of names that are only a sign.
    private static let operators = [
        "=": ["equal"], "==": ["equal"], "!=": ["not", "equal"], "<>": ["not", "equal"], "<": ["less"],
        ">": ["greater"], "<=": ["at", "most"], ">=": ["at", "least"], "*": ["any"], "%": ["percent"], "+": ["plus"],
        "-": ["minus"],
    ]

    /// The words of comparisons at the ends of names, as in Twilio's queries.
    private static let comparisons: [(sign: String, ofTimes: [String], ofNumbers: [String])] = [
        ("<=", ["Until"], ["At", "Most"]), (">=", ["Since"], ["At", "Least"]),
        ("<", ["Before"], ["Below"]), (">", ["After"], ["Above"]),
    ]

    /// Returns the words after those of a prefix; all words if that leaves none.
    func dropping(prefix: Words) -> Words {
        let count = prefix.words.count
        let isPrefix = words.prefix(count).map { $0.lowercased() } == prefix.words.map { $0.lowercased() }
        return isPrefix && words.count > count ? Words(words: Array(words.dropFirst(count))) : self
    }

    /// Returns the words before those of a suffix; all words if that leaves fewer than two.
    func dropping(suffix: [String]) -> Words {
        let end = words.suffix(suffix.count).map { $0.lowercased() }
        let isSuffix = !suffix.isEmpty && end == suffix.map { $0.lowercased() } && words.count > suffix.count + 1
        return isSuffix ? Words(words: Array(words.dropLast(suffix.count))) : self
    }

    /// Returns the words without some at the end; all words if that leaves none.
    func dropping(suffixes: Set<String>) -> Words {
        let last = words.lastIndex { !suffixes.contains($0.lowercased()) }
        return last.map { Words(words: Array(words[...$0])) } ?? self
    }

    /// The name of a type, such as `PullRequestURL`; may begin with a digit, or be empty.
    var typeName: String { words.map(Self.capitalized).joined() }

    /// The name of a property, such as `pullRequestURL`; may begin with a digit, or be empty.
    var propertyName: String {
        (words.first?.lowercased() ?? "") + words.dropFirst().map(Self.capitalized).joined()
    }

    private static func capitalized(_ word: String) -> String {
        let small = word.lowercased()
        if acronyms.contains(small) { return word.uppercased() }
        // A short word in capitals is an acronym.
        if word.count < 5, word == word.uppercased() { return word }
        return small.prefix(1).uppercased() + small.dropFirst()
    }

    private static let acronyms: Set<String> = [
        "api", "cpu", "css", "csv", "cve", "dns", "gpg", "gpu", "html", "http", "https", "id", "ip", "json", "jwt",
        "os", "pdf", "rsa", "sdk", "sha", "sms", "sql", "ssh", "ssl", "sso", "svg", "tls", "ui", "uri", "url", "utf",
        "uuid", "xml", "yaml",
    ]
}
