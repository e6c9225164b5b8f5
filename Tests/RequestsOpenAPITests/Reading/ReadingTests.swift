import Foundation
import Requests
import RequestsOpenAPI
import Testing

@Suite("Reading documents") struct ReadingTests {
    /// Returns the notes of a document or, if it can't be read, its problems; each with its place and its message.
    private func problems(_ text: String) -> [String] {
        do throws(OpenAPIProblems) {
            return try OpenAPI(Data(text.utf8)).notes.map(\.description)
        } catch {
            return error.problems.map(\.description)
        }
    }

    /// Returns the problems of a document of 3.1 with some members.
    private func problems(in members: String) -> [String] {
        problems(##"{"openapi":"3.1.0","info":{},"paths":{},\##(members)}"##)
    }

    @Test(arguments: [
        ("", "the data is not JSON: it ends too early, after 0 bytes"),
        ("{", "the data is not JSON: it ends too early, after 1 byte"),
        ("<html>", "the data is not JSON: at byte 0"),
        ("[]", "an OpenAPI document must be a JSON object"),
        ("{}", "the data isn't an OpenAPI document: the member `openapi` is missing"),
        (
            ##"{"swagger":"2.0","info":{}}"##,
            "`/swagger` is 2.0, but only OpenAPI 3 is supported: convert the document first"
        ),
        (##"{"openapi":3.1}"##, "`/openapi` must be a string such as \"3.1.1\""),
        (##"{"openapi":"4.0.0"}"##, "`/openapi` is 4.0.0, but only 3.0, 3.1 and 3.2 are supported"),
        (##"{"openapi":"3.10"}"##, "`/openapi` is 3.10, but only 3.0, 3.1 and 3.2 are supported"),
        (##"{"openapi":"3.0.3","info":{}}"##, "the document must have the member `paths`"),
        (
            ##"{"openapi":"3.1.0","info":{}}"##,
            "the document must have at least one of the members `paths`, `components` and `webhooks`"
        ),
        (##"{"openapi":"3.2.0","paths":{}}"##, "the document must have the member `info`"),
        (##"{"openapi":"3.1.0","info":{},"paths":7}"##, "`/paths` must be an object, but is the number 7"),
        (##"{"openapi":"3.1.0","info":{},"paths":{},"servers":{}}"##, "`/servers` must be a list, but is an object"),
    ]) func `a document that can't be read is an error`(text: String, problem: String) {
        let error = #expect(throws: OpenAPIProblems.self) { try OpenAPI(Data(text.utf8)) }
        #expect(error?.problems.map(\.description) == [problem])
    }

    @Test(arguments: [
        (##""components":{"schemas":[]}"##, "`/components/schemas` must be an object, but is a list"),
        (
            ##""components":{"schemas":{"A":{"type":7}}}"##,
            "`/components/schemas/A/type` must be a string or a list of strings, but is the number 7"
        ),
        (
            ##""components":{"schemas":{"A":{"required":true}}}"##,
            "`/components/schemas/A/required` must be a list of strings, but is a boolean: this member is ignored"
        ),
        (
            ##""components":{"schemas":{"A":{"exclusiveMinimum":"1"}}}"##,
            "`/components/schemas/A/exclusiveMinimum` must be a number, but is a string"
        ),
        (
            ##""components":{"schemas":{"A":{"maxLength":1e999999999}}}"##,
            "`/components/schemas/A/maxLength` must be a nonnegative integer, but is the number 1e999999999"
        ),
        (
            ##""components":{"schemas":{"A":{"properties":{"a/~b":null}}}}"##,
            "`/components/schemas/A/properties/a~1~0b` must be an object, but is null"
        ),
        (
            ##""webhooks":{"a":{"get":{"parameters":[{"name":"a"}]}}}"##,
            "`/webhooks/a/get/parameters/0` must have the member `in`"
        ),
        (
            ##""webhooks":{"a":{"get":{"parameters":[{"name":"a","in":"body"}]}}}"##,
            "`/webhooks/a/get/parameters/0/in` must be `path`, `query`, `querystring`, `header` or `cookie`, but is \"body\""
        ),
        (
            ##""webhooks":{"a":{"get":{"responses":{"ok":{}}}}}"##,
            "`/webhooks/a/get/responses/ok` must be `default`, a status such as `200` or a range such as `4XX`"
        ),
        (
            ##""webhooks":{"a":{"post":{"requestBody":{}}}}"##,
            "`/webhooks/a/post/requestBody` must have the member `content`"
        ),
        (
            ##""components":{"schemas":{"A":{"items":{"$ref":"#/components/schemas/B"}}}}"##,
            "`/components/schemas/A/items/$ref` refers to `#/components/schemas/B`, which isn't in the document"
        ),
        (
            ##""components":{"schemas":{"A":{"items":{"$ref":"b.json#/B"}}}}"##,
            "`/components/schemas/A/items/$ref` refers to `b.json#/B` in another document: merge the documents into one file first"
        ),
        (
            ##""components":{"schemas":{"A":{"$ref":"#b"}}}"##,
            "`/components/schemas/A/$ref` refers to `#b`, but the part after `#` isn't a JSON pointer"
        ),
        (
            ##""components":{"schemas":{"A":{"$ref":"#/components/schemas/A"}}}"##,
            "`/components/schemas/A/$ref` must lead to an object, but the references from `#/components/schemas/A` form a cycle"
        ),
        (
            ##""components":{"schemas":{"A":{}},"responses":{"B":{"$ref":"#/components/schemas/A"}}}"##,
            "`/components/responses/B/$ref` must refer to a response, but refers to `#/components/schemas/A`"
        ),
        (
            ##""components":{"schemas":{"A":{"$ref":["a"]}}}"##,
            "`/components/schemas/A/$ref` must be a string, but is a list"
        ),
        (
            ##""components":{"schemas":{"A":{"$ref":"#/info/title"}}},"info":{"title":"T"}"##,
            "`/components/schemas/A/$ref` refers to `#/info/title`, which isn't in the document"
        ),
    ]) func `a mistake in a part is a note with its JSON pointer`(members: String, note: String) throws {
        let text = ##"{"openapi":"3.1.0","info":{},"paths":{},\##(members)}"##
        #expect(try OpenAPI(Data(text.utf8)).notes.map(\.description) == [note])
    }

    @Test func `references are allowed only in the places of the format`() {
        let members = ##"""
            "components":{
                "schemas":{
                    "A":{"properties":{"$ref":{"type":"string"},"next":{"$ref":"#/components/schemas/A"},
                        "b":{"$ref":"#/components/schemas/b~1c%20%C3%A4"}}},
                    "b/c ä":{"default":{"$ref":"nowhere"},"enum":[{"$ref":"nowhere"}],"x-a":{"$ref":"nowhere"}},
                    "C":true
                },
                "callbacks":{"D":{"{$request.body#/url}":{"post":{"requestBody":{"$ref":"#/components/requestBodies/E"}}}}},
                "requestBodies":{"E":{"content":{"a/b":{"schema":{"$ref":"#/components/schemas/A/properties/next"},
                    "example":{"$ref":"nowhere"}}}}}
            }
            """##
        #expect(problems(in: members) == [])
        #expect(problems(in: members.replacing("nowhere", with: "")) == [])
    }

    @Test func `all mistakes are notes, and an error lists 100`() {
        let schemas = (1...150).map { ##""S\##($0)":{"type":\##($0)}"## }.joined(separator: ",")
        #expect(problems(in: ##""components":{"schemas":{\##(schemas)}}"##).count == 150)
        let found = problems(##"{"openapi":"3.1.0","paths":{},"components":{"schemas":{\##(schemas)}}}"##)
        #expect(found.first == "the document must have the member `info`")
        #expect(found.count == 101)
        #expect(found.last == "there are 51 more problems")
    }

    @Test func `input from outside never traps`() {
        let deep = String(repeating: ##"{"not":"##, count: 500) + "{}" + String(repeating: "}", count: 500)
        #expect(problems(in: ##""components":{"schemas":{"A":\##(deep)}}"##) == [])
        let deeper = String(repeating: "[", count: 100_000)
        #expect(problems(deeper) == ["the data is not JSON: it is nested deeper than 512 levels"])
        #expect(problems(in: ##""a":"\ud800""##).first?.contains("surrogate") == true)
        #expect(throws: OpenAPIProblems.self) { try OpenAPI(Data([0x22, 0xFF, 0x22])) }
        // The first of two members with the same name counts, as in all JSON that is read.
        #expect(problems(in: ##""paths":7,"a":{"b":1,"b":2}"##) == [])
        #expect(problems(in: ##""components":{"schemas":{"a\u0000\n":7}}"##).first?.contains("\n") == false)
    }

    @Test func `a damaged document is read or has problems`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Documents/Shop-3.1.json")
        let data = try Data(contentsOf: file)
        var count = 0
        for position in stride(from: 0, to: data.count, by: 101) {
            for byte in [UInt8(ascii: "}"), UInt8(ascii: "1"), UInt8(ascii: "x"), 0xFF] {
                var damaged = data
                damaged[position] = byte
                do throws(OpenAPIProblems) {
                    count += try OpenAPI(damaged).notes.count
                } catch {
                    #expect(!error.description.isEmpty)
                    count += 1
                }
            }
            #expect(throws: OpenAPIProblems.self) { try OpenAPI(data.prefix(position)) }
        }
        #expect(count > 100)
    }

    @Test func `a loop of references is found, but a recursive schema is allowed`() {
        let loop = ##""A":{"$ref":"#/components/schemas/B"},"B":{"$ref":"#/components/schemas/A"}"##
        #expect(problems(in: ##""components":{"schemas":{\##(loop)}}"##).count == 2)
        #expect(problems(in: ##""components":{"schemas":{"A":{"items":{"$ref":"#/components/schemas/A"}}}}"##) == [])
        #expect(problems(in: ##""components":{"schemas":{"A":{"items":{"$ref":"#"}}}}"##) == [])
    }

    @Test func `the address of the document itself refers to the document`() {
        let schema = ##""components":{"schemas":{"A":{"items":{"$ref":"https://a.example/b#/components/schemas/A"}}}}"##
        #expect(problems(in: schema).count == 1)
        #expect(problems(in: ##""$self":"https://a.example/b","## + schema) == [])
    }

    @Test func `a file can be read`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Documents/Shop-3.2.json")
        let document = try OpenAPI(contentsOf: file)
        #expect(try document.data == Data(contentsOf: file))
        #expect(throws: CocoaError.self) { try OpenAPI(contentsOf: URL(filePath: "/nowhere/a.json")) }
        #expect(throws: OpenAPIProblems.self) { try OpenAPI(contentsOf: URL("https://a.example/openapi.json")) }
    }
}
