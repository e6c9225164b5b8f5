import Requests
package import RequestsOpenAPI

/// Swift declarations for an API, made once from its OpenAPI document.
package struct Scaffold {
    /// The name of the API's type.
    package let name: String
    package let files: [ScaffoldedFile]
    package let summary: ScaffoldSummary
    /// The part of the document that the declarations come from.
    package let excerpt: OpenAPI
    /// The properties that must be added by hand to the existing type of the API.
    package let additions: [String]

    /// Makes the declarations of some operations, and of the types that these operations reach.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - name: The name of the API's type; by default, the document's title.
    ///   - selectors: Patterns such as `GET /repos/*`, tags and operation IDs; empty for all operations.
    ///   - earlier: The excerpt from which the existing declarations were made.
    ///   - fileNames: The names of the existing files, without extension.
    /// - Throws: `OpenAPIProblems` if the excerpt isn't a document.
    package init(
        _ document: OpenAPI, name: String? = nil, selecting selectors: [String] = [], after earlier: OpenAPI? = nil,
        besides fileNames: Set<String> = []
    ) throws(OpenAPIProblems) {
        let apiName = Self.name(name, of: document)
        self.name = apiName
        let known = earlier.map { Set(Document($0).operations.map(\.name)) } ?? []
        excerpt = try OpenAPI(
            checking: document.excerpt { operation in
                known.contains(operation.name) || selectors.isEmpty
                    || selectors.contains(where: operation.matches)
            })
        let old = earlier.map { ScaffoldPlan($0, apiName: apiName) }
        let plan = ScaffoldPlan(excerpt, apiName: apiName, after: old)
        files = ScaffoldSource(plan, apiName: apiName, after: old, besides: fileNames).files
        summary = ScaffoldSummary(plan, webhookCount: document.content["webhooks"]?.object?.count ?? 0, after: old)
        additions =
            old == nil
            ? []
            : plan.groups.filter { !$0.allEndpoints.isEmpty }.flatMap { group in
                [group.declaration]
                    + (plan.isLarge ? ["\"\(group.name)\": \(group.name), in customMirror"] : [])
            }
    }

    /// Returns the name of an API's type.
    static func name(_ name: String?, of document: OpenAPI) -> String {
        if let name { return SwiftName.type(Words(name)) }
        let words = Words(Document(document).title)
        return SwiftName.type(words.dropping(suffixes: ["api", "rest", "v1", "v2", "v3"]))
    }
}
