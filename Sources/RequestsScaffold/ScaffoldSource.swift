import Requests

/// Writes a plan as source files.
struct ScaffoldSource {
    private let plan: ScaffoldPlan
    private let apiName: String
    private var layout: FileLayout

    init(_ plan: ScaffoldPlan, apiName: String, after earlier: ScaffoldPlan?, besides fileNames: Set<String>) {
        self.plan = plan
        self.apiName = apiName
        layout = FileLayout(apiName: apiName, taken: fileNames)
        if earlier == nil { addAPI() }
        addEndpoints()
        addTypes()
        if plan.isIndirect, earlier?.isIndirect != true {
            layout.add("Indirect", in: "Types", declarations: [HelperSource.indirect])
        }
        if plan.isNullable, earlier?.isNullable != true {
            layout.add("Nullable", in: "Types", declarations: [HelperSource.nullable])
        }
    }

    var files: [ScaffoldedFile] { layout.files }

    private mutating func addAPI() {
        let api = APIRenderer(
            document: plan.document, name: apiName, groups: plan.groups, failure: plan.failure, arrays: plan.arrays,
            dates: plan.types.dates, keys: plan.keys, isLarge: plan.isLarge)
        let version = plan.document.version.isEmpty ? "" : ", version \(plan.document.version)"
        let origin = "Scaffolded once from “\(plan.document.title)”\(version)."
        let header = SwiftText.comment(
            origin + " The code is yours: change it as you like.", mark: "//", indentation: 0)
        layout.add(apiName, api.lines, header: header)
        if let lines = api.keyStyleLines { layout.add("\(apiName)+Coding", lines) }
    }

    private mutating func addEndpoints() {
        let renderer = EndpointRenderer(keys: plan.keys, isLarge: plan.isLarge)
        for group in plan.groups {
            let parts = group.groups.map(EndpointRenderer(keys: plan.keys, isLarge: false).lines)
            layout.add(group.typeName, in: "Endpoints", declarations: [renderer.lines(of: group)])
            for (part, lines) in zip(group.groups, parts) {
                layout.add(part.typeName, in: "Endpoints", declarations: [lines])
            }
        }
    }

    private mutating func addTypes() {
        let renderer = TypeRenderer(
            keys: plan.keys, errorName: plan.types.names.has("Error") ? "Swift.Error" : "Error")
        for bucket in TypeOrder(plan.types, plan.groups, failure: plan.failure).buckets {
            let families = bucket.families.map { family in
                (name: family.name, declarations: family.members.map(renderer.lines))
            }
            layout.add(bucket.name, in: bucket.folder, families: families)
        }
    }
}
