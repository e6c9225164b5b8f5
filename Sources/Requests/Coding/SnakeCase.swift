/// `camelCase` to `snake_case`, by the rules of Foundation's JSON coders, so that queries and bodies name things alike.
enum SnakeCase {
    static func snakeCase(_ key: String) -> String {
        let characters = Array(key)
        var result = ""
        for (index, character) in characters.enumerated() {
            if character.isUppercase, index > 0, characters[index - 1] != "_" {
                let followsLower = !characters[index - 1].isUppercase
                let endsAcronym = index + 1 < characters.count && characters[index + 1].isLowercase
                if followsLower || endsAcronym { result += "_" }
            }
            result += character.lowercased()
        }
        return result
    }
}
