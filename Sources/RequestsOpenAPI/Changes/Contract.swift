public import Foundation
public import Requests

extension RequestProviding {
    /// Compares the API's document with a file in the repository, in a test.
    ///
    /// ```swift
    /// @Test func contract() throws {
    ///     try Catalog(baseURL: URL("https://catalog.example")).expectContract(at: file)
    /// }
    /// ```
    ///
    /// Any change fails the test, even a compatible one, so the file always shows the current API. With
    /// `REQUESTS_RECORD=1` in the environment, the function writes the file instead of comparing it.
    ///
    /// - Parameters:
    ///   - file: The document, in JSON.
    ///   - info: The metadata of the API; by default, the metadata in the file. Required if the API has webhooks.
    ///   - security: The credentials that requests require; by default, those that the API adds to its requests.
    ///   - version: The version of the format; by default, the file's version, or 3.1.1 if there is no file.
    /// - Throws: ``OpenAPIDifferences`` if there are changes, or if the file can't be read; ``OpenAPIProblems`` if the
    ///   API can't be described; an error from writing the file.
    public func expectContract(
        at file: URL, info: OpenAPI.Info? = nil, security: OpenAPI.SecurityScheme? = nil,
        version: OpenAPI.Version? = nil
    ) throws {
        let known = try? OpenAPI(contentsOf: file)
        let document = try OpenAPI(
            self, info: info ?? .init(title: "\(Self.self)", version: "1.0.0"), security: security,
            version: version ?? OpenAPI.Version(of: file))
        try (info == nil ? document.with(infoOf: known) : document).expectContract(at: file)
    }
}

extension OpenAPI {
    /// Compares the document with a file in the repository, in a test.
    ///
    /// ```swift
    /// try OpenAPI(routes, info: info).expectContract(at: file)
    /// ```
    ///
    /// Any change fails the test, even a compatible one. With `REQUESTS_RECORD=1` in the environment, the function
    /// writes the file instead of comparing it.
    ///
    /// - Parameter file: The document, in JSON.
    /// - Throws: ``OpenAPIDifferences`` if there are changes, or if the file can't be read; an error from writing the file.
    public func expectContract(at file: URL) throws {
        let isRecording = ProcessInfo.processInfo.environment["REQUESTS_RECORD"] == "1"
        try expectContract(at: file, isRecording: isRecording)
    }

    package func expectContract(at file: URL, isRecording: Bool) throws {
        if isRecording { return try data.write(to: file, options: .atomic) }
        let name = file.lastPathComponent
        let hint = "Set REQUESTS_RECORD=1 in the environment to write the contract."
        let known: OpenAPI
        do {
            known = try OpenAPI(contentsOf: file)
            if !known.mistakes.isEmpty { throw OpenAPIProblems(known.mistakes) }
        } catch let error as OpenAPIProblems {
            throw OpenAPIDifferences("The contract \(name) isn't an OpenAPI document. \(hint)\n\(error)")
        } catch {
            throw OpenAPIDifferences("The contract \(file.path) can't be read. \(hint)")
        }
        let changes = changes(since: known)
        guard !changes.isEmpty else { return }
        throw OpenAPIDifferences("The API differs from its contract \(name). \(hint)", changes)
    }

    /// Returns the document with the metadata and tag descriptions of another document.
    fileprivate func with(infoOf other: OpenAPI?) -> OpenAPI {
        guard let other, let info = other.content["info"] else { return self }
        var content = content
        content["info"] = info
        if let tags = content["tags"]?.array {
            let known = other.content["tags"]?.array ?? []
            let names = (tags.map { $0["name"] }, known.map { $0["name"] })
            let kept = known.filter { names.0.contains($0["name"]) }
            content["tags"] = .array(kept + tags.filter { !names.1.contains($0["name"]) })
        }
        return OpenAPI(content: content)
    }
}

extension OpenAPI.Version {
    /// Makes the version of a document in a file; 3.1.1 by default.
    fileprivate init(of file: URL) {
        let document = try? JSONValue(parsing: Data(contentsOf: file))
        let written = document?["openapi"]?.string ?? ""
        self = Self.allCases.first { $0.rawValue.prefix(3) == written.prefix(3) } ?? .v3_1
    }
}
