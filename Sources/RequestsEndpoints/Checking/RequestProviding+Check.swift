import Foundation
public import Requests

extension RequestProviding {
    /// Looks for problems in the endpoints that the API declares: one line in a test.
    ///
    /// ```swift
    /// @Test func `the API fits together`() throws { try TodosAPI.live.check() }
    /// ```
    ///
    /// The check finds:
    /// - malformed templates, and methods, paths and fields that can't be sent,
    /// - placeholders without a property, and path properties without a placeholder,
    /// - two bodies,
    /// - names that clash, with each other or with something that all requests have, also in nested types,
    /// - wrappers that only a response or only an input can have,
    /// - values without a single text in a place that needs one,
    /// - an output for a status that has no content,
    /// - routes that are the same, or ambiguous.
    ///
    /// Nothing is sent.
    ///
    /// It checks the stored endpoints: declared by ``GET`` and similar wrappers, as a `let`, or in a stored struct. It decodes
    /// their inputs from made-up values. An input that accepts none of these is also a problem, until it has a sample:
    ///
    /// ```swift
    /// try api.check { $0.sample(\.search, Search(order: .newest)) }
    /// ```
    ///
    /// A client may declare two endpoints with one path and different outputs, as some APIs have them. A server can't tell these
    /// endpoints apart, so say that the API is only called:
    ///
    /// ```swift
    /// try GitHub.live.check(isServed: false)
    /// ```
    ///
    /// - Parameters:
    ///   - isServed: Whether the API is also served, so that identical or ambiguous routes are a problem. The default is `true`.
    ///   - samples: Adds inputs for endpoints that can't be checked without them. By default, it adds none.
    /// - Returns: The endpoints that were checked.
    /// - Throws: ``EndpointProblems``, each with its endpoint and property.
    @discardableResult
    public func check(
        isServed: Bool = true, _ samples: (inout EndpointSamples<Self>) -> Void = { _ in }
    ) throws(EndpointProblems) -> EndpointCheck {
        var given = EndpointSamples(api: self)
        samples(&given)
        var run = APICheck(api: self, samples: given.samples)
        run.checkAll(isServed: isServed)
        return try run.result()
    }

    /// Looks for problems in one endpoint, with a made-up input if it has an input.
    ///
    /// - Parameter endpoint: The endpoint, stored or not.
    /// - Throws: ``EndpointProblems``.
    public func check<Input, Output>(
        _ endpoint: KeyPath<Self, Endpoint<Input, Output>>
    ) throws(EndpointProblems) {
        var run = APICheck(api: self, samples: [])
        run.check(self[keyPath: endpoint])
        _ = try run.result()
    }

    /// Looks for problems in one endpoint, with a sample of its input.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, stored or not.
    ///   - sample: An input, preferably without `nil` optionals. Its request is made, but not sent.
    /// - Throws: ``EndpointProblems``.
    public func check<Input: Codable, Output>(
        _ endpoint: KeyPath<Self, Endpoint<Input, Output>>, sample: Input
    ) throws(EndpointProblems) {
        var given = EndpointSamples(api: self)
        given.sample(endpoint, sample)
        var run = APICheck(api: self, samples: given.samples)
        run.checkSamples()
        _ = try run.result()
    }
}

/// A check of the endpoints of an API.
private struct APICheck<API: RequestProviding> {
    let api: API
    let samples: [EndpointSample<API>]
    private let declared: [DeclaredEndpoint]
    private var checked: [DeclaredEndpoint] = []
    private var problems: [EndpointProblem] = []
    private var unseen: [String] = []

    init(api: API, samples: [EndpointSample<API>]) {
        self.api = api
        self.samples = samples
        declared = DeclaredEndpoint.all(in: api)
    }

    mutating func checkAll(isServed: Bool) {
        for endpoint in declared where !samples.contains(where: { $0.endpoint.isSame(as: endpoint.endpoint) }) {
            check(endpoint, sample: nil)
        }
        checkSamples()
        let names = declared.map(\.name)
        checked.sort { (names.firstIndex(of: $0.name) ?? .max) < (names.firstIndex(of: $1.name) ?? .max) }
        if isServed {
            for (endpoint, message) in RouteClash.all(in: checked) {
                add([EndpointCheckup.Finding(property: nil, message: message)], endpoint)
            }
        }
        if checked.isEmpty { problems.append(.noEndpoint(of: API.self)) }
    }

    mutating func checkSamples() {
        for sample in samples { check(name(of: sample.endpoint), sample: sample) }
    }

    mutating func check(_ endpoint: any DescribedEndpoint) { check(name(of: endpoint), sample: nil) }

    /// Returns an endpoint with the name of the equal stored endpoint.
    private func name(of endpoint: any DescribedEndpoint) -> DeclaredEndpoint {
        declared.first { $0.endpoint.isSame(as: endpoint) } ?? DeclaredEndpoint(name: "", endpoint: endpoint)
    }

    private mutating func check(_ declared: DeclaredEndpoint, sample: EndpointSample<API>?) {
        checked.append(declared)
        let endpoint = declared.endpoint
        var checkup = EndpointCheckup(endpoint, api: checkedAPI(endpoint))
        checkup.checkHead()
        if let sample {
            checkup.checkInput(sample.shape)
            checkup.resolve { try sample.resolve(api) }
        } else if !checkup.checkProbedInput() {
            unseen.append(declared.name)
        }
        if let output = endpoint.outputType { checkup.checkOutput(output) }
        add(checkup.findings, declared)
    }

    private mutating func add(_ findings: [EndpointCheckup.Finding], _ declared: DeclaredEndpoint) {
        problems += findings.map { finding in
            EndpointProblem(
                endpoint: declared.name, route: declared.endpoint.route, property: finding.property,
                message: finding.message)
        }
    }

    /// Returns the parts that all requests of an endpoint share.
    private func checkedAPI(_ endpoint: any DescribedEndpoint) -> CheckedAPI {
        let parts = api.request(to: "", using: endpoint.method).parts
        return CheckedAPI(
            coding: api.coding, endpoint: endpoint, baseURL: api.baseURL, header: parts.header,
            query: parts.target.items, options: parts.options)
    }

    func result() throws(EndpointProblems) -> EndpointCheck {
        if !problems.isEmpty { throw EndpointProblems(problems: problems, unseen: unseen) }
        return EndpointCheck(endpoints: checked.map { $0.name.isEmpty ? $0.endpoint.route : $0.name })
    }
}
