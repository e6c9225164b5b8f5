// swift-tools-version: 6.2

import PackageDescription

// Only this repository's scripts set these variables: lists of what to add to the package or its build, and of test targets.
// With REQUESTS_TESTS=RequestsCurlTests, for example, a change of one module builds fast.
let extras = list("REQUESTS_EXTRAS")
let tests = list("REQUESTS_TESTS")

func list(_ variable: String) -> [String] {
    (Context.environment[variable] ?? "").split(separator: ",").map(String.init)
}

// MARK: Settings

// Continuous integration turns warnings into errors; a package that depends on this one never does.
let strict: [SwiftSetting] = extras.contains("strict") ? [.treatAllWarnings(as: .error)] : []

// Whole modules take half the time of batches of files. Only the largest module of tests is faster in batches, one on each core:
// it has the settings `language`.
let wholeModules: [SwiftSetting] =
    extras.contains("whole-modules") ? [.unsafeFlags(["-whole-module-optimization", "-num-threads", "2"])] : []

// The build of each trait alone needs only the declarations of the core: the core is the same with every trait, and has been
// compiled before.
let declarationsOnly: [SwiftSetting] =
    extras.contains("declarations-only")
    ? [.unsafeFlags(["-typecheck", "-Xfrontend", "-experimental-skip-all-function-bodies"])] : []

let language: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + strict
let testSettings = language + wholeModules

// An asynchronous function runs where its caller does: a call changes its executor once, not in each function on its way.
// The macros of Swift Testing do not compile with it (Swift 6.3).
let settings = testSettings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let curl: [CSetting] = [.define("Curl", .when(traits: ["Curl"]))]

// MARK: Dependencies

/// Products of other packages that a trait needs.
func products(_ trait: String, _ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: packages[$0] ?? $0, condition: .when(traits: [trait])) }
}

/// The packages of the products whose names differ.
let packages = [
    "AsyncHTTPClient": "async-http-client", "CoreMetrics": "swift-metrics", "HTTPTypes": "swift-http-types",
    "Hummingbird": "hummingbird", "HummingbirdHTTP2": "hummingbird", "InMemoryTracing": "swift-distributed-tracing",
    "Logging": "swift-log", "MetricsTestKit": "swift-metrics", "NIOConcurrencyHelpers": "swift-nio",
    "NIOCore": "swift-nio", "NIOEmbedded": "swift-nio", "NIOFoundationCompat": "swift-nio",
    "NIOHPACK": "swift-nio-http2", "NIOHTTP1": "swift-nio", "NIOHTTP2": "swift-nio-http2",
    "NIOHTTPCompression": "swift-nio-extras", "NIOPosix": "swift-nio", "NIOSSL": "swift-nio-ssl",
    "Tracing": "swift-distributed-tracing",
]

func asyncHTTPClient(_ others: String...) -> [Target.Dependency] {
    (["AsyncHTTPClient"] + others).flatMap { products("AsyncHTTPClient", $0) }
}

/// swift-crypto, which a platform with CryptoKit doesn't need.
func crypto(_ trait: String) -> Target.Dependency {
    .product(
        name: "Crypto", package: "swift-crypto",
        condition: .when(platforms: [.linux, .android, .windows], traits: [trait]))
}

let hummingbird = products("Hummingbird", "Hummingbird", "HTTPTypes", "Logging", "NIOCore")
let flyingFox: [Target.Dependency] = [
    .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
]

/// The system's libcurl, which only the trait Curl needs.
let libcurl = Target.Dependency.target(name: "CLibcurl", condition: .when(traits: ["Curl"]))

/// The system's zlib, which only the trait Compression and the transports that decompress need.
let zlib = Target.Dependency.target(
    name: "CZlib", condition: .when(traits: ["AsyncHTTPClient", "Compression", "Curl"]))

/// A library of the system.
///
/// With the name of its pkg-config file, SwiftPM says how to install it. On macOS it is part of the SDK.
func systemLibrary(_ name: String, pkgConfig: String, apt: String, yum: String) -> Target {
    #if os(Linux)
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .yum([yum])])
    #else
    .systemLibrary(name: name)
    #endif
}

// MARK: Targets

/// A module of the library.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], cSettings: [CSetting]? = nil,
    settings: [SwiftSetting] = settings
) -> Target {
    .target(name: name, dependencies: dependencies, cSettings: cSettings, swiftSettings: settings)
}

/// What tests of several modules share.
func support(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(folder)", swiftSettings: settings)
}

/// The tests of a module.
///
/// Most of them need a server (`RequestsConformance`) and stubs (`RequestsTesting`).
func testTarget(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
    settings: [SwiftSetting] = testSettings
) -> Target {
    .testTarget(
        name: name, dependencies: ["Requests", "RequestsConformance", "RequestsTesting"] + dependencies,
        exclude: exclude, swiftSettings: settings)
}

/// A program in `Tests`.
func program(
    _ name: String, in folder: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = testSettings,
    cSettings: [CSetting]? = nil, plugins: [Target.PluginUsage]? = nil
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Tests/\(folder)", cSettings: cSettings, swiftSettings: settings,
        plugins: plugins)
}

let modules = [
    "Requests", "RequestsCore", "RequestsEndpoints", "RequestsTesting", "RequestsConformance",
    "RequestsAsyncHTTPClient", "RequestsCurl", "RequestsCompression", "RequestsHummingbird", "RequestsLogging",
    "RequestsCombine", "RequestsOpenAPI", "RequestsTelemetry", "RequestsXML", "RequestsYAML", "RequestsCaching",
    "RequestsDigest",
]

let package = Package(
    name: "Requests",
    platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: modules.map { .library(name: $0, targets: [$0]) } + [
        .executable(name: "requests-scaffold", targets: ["requests-scaffold"]),
        .plugin(name: "RequestsScaffold", targets: ["RequestsScaffoldPlugin"]),
    ],
    // A module that needs another package, or a library of the system, has a trait. SwiftPM resolves this package only if
    // the trait is enabled.
    traits: [
        .trait(
            name: "AsyncHTTPClient", description: "AsyncHTTPClient as a transport: the module RequestsAsyncHTTPClient."),
        .trait(
            name: "Compression",
            description: "Compressed bodies, by the system's zlib: the module RequestsCompression."),
        .trait(name: "Curl", description: "The system's libcurl as a transport: the module RequestsCurl."),
        .trait(
            name: "Hummingbird",
            description: "Routes on the server framework Hummingbird: the module RequestsHummingbird."),
        .trait(name: "Logging", description: "Calls in the logs of swift-log: the module RequestsLogging."),
        .trait(
            name: "OpenCombine",
            description: "Publishers by OpenCombine, on systems without Combine: the module RequestsCombine."),
        .trait(
            name: "Telemetry",
            description: "Spans and metrics of OpenTelemetry's conventions: the module RequestsTelemetry."),
        .trait(name: "XML", description: "Bodies and responses in XML, by XMLCoder: the module RequestsXML."),
        .trait(name: "YAML", description: "OpenAPI documents in YAML, by Yams: the module RequestsYAML."),
        .trait(name: "Digest", description: "Digest credentials, by swift-crypto: the module RequestsDigest."),
    ],
    dependencies: [
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.26.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.36.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.9.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.6.0"),
        .package(url: "https://github.com/CoreOffice/XMLCoder", from: "0.18.2"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // Only the tests and the Playground use it, so SwiftPM never resolves it for a package that depends on this one.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        // Only RequestsDigest and the signer of a sample use it, on platforms without CryptoKit. It compiles all of BoringSSL,
        // as the trait AsyncHTTPClient does, so the sample waits for that trait.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    ]
)

package.targets = [
    module("RequestsCore", settings: settings + declarationsOnly),
    module("Requests", ["RequestsCore"], settings: settings + declarationsOnly),
    module("RequestsEndpoints", ["Requests"]),
    // What documents and tests find out about a declaration by decoding its types from made-up values.
    module("RequestsInspection", ["Requests", "RequestsEndpoints"]),
    module("RequestsTesting", ["Requests", "RequestsEndpoints", "RequestsInspection"]),
    module("RequestsConformance", ["Requests", "RequestsEndpoints", "RequestsTesting"]),
    module("RequestsOpenAPI", ["Requests", "RequestsEndpoints", "RequestsInspection"]),
    module(
        "RequestsAsyncHTTPClient",
        ["RequestsCore", "RequestsCompression"]
            + asyncHTTPClient(
                "NIOConcurrencyHelpers", "NIOCore", "NIOFoundationCompat", "NIOHPACK", "NIOHTTP1", "NIOHTTP2",
                "NIOHTTPCompression", "NIOPosix", "NIOSSL")),
    module(
        "RequestsHummingbird",
        ["Requests", "RequestsEndpoints"] + hummingbird + products("Hummingbird", "NIOFoundationCompat", "NIOHTTP1")),
    systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", yum: "zlib-devel"),
    systemLibrary("CLibcurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", yum: "libcurl-devel"),
    .target(name: "CCurlEngine", dependencies: [libcurl], cSettings: curl),
    module("RequestsCurl", ["RequestsCore", "RequestsCompression", "CCurlEngine", libcurl], cSettings: curl),
    module("RequestsCompression", ["RequestsCore", zlib]),
    module("RequestsLogging", ["Requests"] + products("Logging", "Logging")),
    module("RequestsTelemetry", ["Requests", "RequestsEndpoints"] + products("Telemetry", "CoreMetrics", "Tracing")),
    module("RequestsXML", ["RequestsCore"] + products("XML", "XMLCoder")),
    module("RequestsYAML", ["Requests", "RequestsOpenAPI"] + products("YAML", "Yams")),
    module("RequestsCombine", ["Requests"] + products("OpenCombine", "OpenCombine")),
    module("RequestsCaching", ["Requests"]),
    module("RequestsDigest", ["Requests", crypto("Digest")]),
    // Writes declarations for a document once: `swift package requests-scaffold`.
    module("RequestsScaffold", ["Requests", "RequestsEndpoints", "RequestsOpenAPI"]),
    .executableTarget(
        name: "requests-scaffold", dependencies: ["Requests", "RequestsOpenAPI", "RequestsScaffold", "RequestsYAML"],
        path: "Sources/RequestsScaffoldTool", swiftSettings: settings
    ),
    .plugin(
        name: "RequestsScaffoldPlugin",
        capability: .command(
            intent: .custom(
                verb: "requests-scaffold", description: "Writes Swift declarations for an OpenAPI document, once."),
            permissions: [.writeToPackageDirectory(reason: "It adds the declarations as new source files.")]),
        dependencies: ["requests-scaffold"], path: "Sources/RequestsScaffoldPlugin"
    ),
    .executableTarget(
        name: "Playground",
        dependencies: [
            "Requests", "RequestsAsyncHTTPClient", "RequestsCaching", "RequestsEndpoints", "RequestsOpenAPI",
            "RequestsTesting",
        ] + asyncHTTPClient() + flyingFox,
        path: "Playground", exclude: ["Examples"], swiftSettings: settings
    ),
    support("TestSupport", in: "Support", ["Requests", "RequestsConformance", "RequestsEndpoints"]),
    // The kinds of values, the styles and the places of the tables of values.
    support("ValueSupport", in: "ValueSupport", ["Requests", "RequestsEndpoints"]),
    // A server with certificates, by the packages of the trait AsyncHTTPClient.
    support(
        "TLSSupport", in: "TLSSupport",
        ["Requests", "RequestsConformance"]
            + products("AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL")),
    // A load on the transports: the tests run it briefly, and RequestsSoak, beside the benchmarks, for longer.
    support("TransportSoak", in: "TransportSoak", ["Requests"]),
    // Reads the sources and the pages, and compiles none of them.
    .testTarget(name: "ArchitectureTests", swiftSettings: testSettings),
    testTarget(
        "RequestsCoreTests", ["RequestsCore", "RequestsEndpoints", "TestSupport", "TransportSoak"], settings: language),
    testTarget(
        "RequestsTests", ["RequestsCore", "RequestsEndpoints", "TestSupport", "TransportSoak"], settings: language),
    testTarget(
        "RequestsEndpointsTests", ["RequestsEndpoints", "TestSupport", "ValueSupport"],
        exclude: ["Values/values.recorded"]),
    testTarget("RequestsConformanceTests", ["RequestsEndpoints", "TestSupport"]),
    testTarget(
        "ConformanceTests",
        ["RequestsAsyncHTTPClient", "RequestsCurl", "RequestsDigest", "TestSupport", "TLSSupport", "TransportSoak"]
            + asyncHTTPClient(), exclude: ["Results"]),
    testTarget("RequestsOpenAPITests", ["RequestsOpenAPI"], exclude: ["Documents"]),
    testTarget(
        "RequestsScaffoldTests", ["RequestsEndpoints", "RequestsOpenAPI", "RequestsScaffold"], exclude: ["Documents"]),
    testTarget("RequestsTestingTests", ["RequestsInspection", "TestSupport"], exclude: ["Recording/Files"]),
    testTarget(
        "RequestsAsyncHTTPClientTests",
        ["RequestsAsyncHTTPClient", "TestSupport", "TLSSupport", "TransportSoak"]
            + asyncHTTPClient("NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOHTTPCompression", "NIOPosix", "NIOSSL")),
    testTarget(
        "RequestsCompressionTests",
        ["RequestsAsyncHTTPClient", "RequestsCompression", zlib] + asyncHTTPClient()),
    testTarget("RequestsHummingbirdTests", ["RequestsCurl", "RequestsHummingbird", "RequestsOpenAPI"] + hummingbird),
    testTarget("RequestsCurlTests", ["RequestsCurl", "TestSupport", "TLSSupport", "TransportSoak"]),
    testTarget("RequestsLoggingTests", ["RequestsLogging"] + products("Logging", "Logging")),
    testTarget(
        "RequestsTelemetryTests",
        ["RequestsAsyncHTTPClient", "RequestsTelemetry"] + asyncHTTPClient()
            + products("Telemetry", "CoreMetrics", "MetricsTestKit", "Tracing", "InMemoryTracing")),
    testTarget(
        "RequestsXMLTests", ["RequestsXML", "ValueSupport"] + products("XML", "XMLCoder"), exclude: ["values.recorded"]
    ),
    testTarget("RequestsYAMLTests", ["RequestsOpenAPI", "RequestsYAML"]),
    testTarget("RequestsCombineTests", ["RequestsCombine"] + products("OpenCombine", "OpenCombine")),
    testTarget("RequestsCachingTests", ["RequestsAsyncHTTPClient", "RequestsCaching"] + asyncHTTPClient()),
    testTarget("RequestsDigestTests", ["RequestsAsyncHTTPClient", "RequestsDigest"] + asyncHTTPClient()),
    // A separate module, because the samples of the documentation have short names that other tests also use.
    testTarget(
        "SamplesTests",
        [
            "RequestsAsyncHTTPClient", "RequestsCaching", "RequestsCombine", "RequestsCompression", "RequestsCurl",
            "RequestsDigest", "RequestsHummingbird", "RequestsLogging", "RequestsOpenAPI", "RequestsTelemetry",
            "RequestsXML", "TestSupport", crypto("AsyncHTTPClient"),
            .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Hummingbird", "Logging"])),
        ] + asyncHTTPClient("NIOPosix", "NIOSSL") + products("Hummingbird", "Hummingbird")
            + products("OpenCombine", "OpenCombine") + products("XML", "XMLCoder") + flyingFox,
        exclude: ["Samples/catalog.json"]),
]

// No trait changes the core, so its tests need to run only once. Continuous integration runs them without traits, and
// leaves them out of the build with all traits.
if extras.contains("tests-of-traits") {
    let core = ["", "Core", "Endpoints", "Conformance", "Testing"].map { "Requests\($0)Tests" } + ["ArchitectureTests"]
    package.targets.removeAll { core.contains($0.name) }
}

if !tests.isEmpty {
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}

// MARK: Extras

// A server for schemathesis, which sends it requests that its document describes: the step `openapi` of `.ci/full`.
if extras.contains("openapi-server") {
    package.targets.append(
        program(
            "OpenAPIServer", in: "OpenAPIServer",
            ["Requests", "RequestsEndpoints", "RequestsHummingbird", "RequestsOpenAPI"]
                + products("Hummingbird", "Hummingbird", "Logging", "NIOCore"), settings: settings))
}

// Three programs to learn from, their tests, and the server that `.ci/examples` runs them with. Other packages never resolve
// swift-argument-parser. The trait is on by default here, so that `swift run ReadingList` needs no option.
if extras.contains("examples") {
    package.dependencies.append(.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"))
    package.traits.insert(.default(enabledTraits: ["Hummingbird"]))
    package.targets.removeAll { $0.type == .test }
    // The settings of a new package, since the programs are there to be copied.
    let plain = strict + wholeModules
    func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name,
            dependencies: ["Requests", .product(name: "ArgumentParser", package: "swift-argument-parser")]
                + dependencies,
            path: "Playground/Examples/\(name)", swiftSettings: plain)
    }
    package.targets += [
        example("Forge", ["RequestsCaching"]),
        example(
            "ReadingList",
            ["RequestsEndpoints", "RequestsHummingbird", "RequestsOpenAPI"] + products("Hummingbird", "Hummingbird")),
        example("Changes", []),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "Changes", "ReadingList", "Requests", "RequestsEndpoints", "RequestsHummingbird", "RequestsTesting",
            ],
            path: "Tests/ExamplesTests", swiftSettings: plain
        ),
        program(
            "ExampleServer", in: "ExampleServer",
            ["Requests", "RequestsEndpoints", "RequestsHummingbird"] + hummingbird, settings: plain),
    ]
}

// Kills processes that write to a cache on disk, and measures its costs: `Tests/CacheTrials`.
if extras.contains("cache-trials") {
    for target in package.targets where target.name == "RequestsCaching" {
        target.swiftSettings = settings + [.unsafeFlags(["-enable-testing"])]
    }
    package.targets.append(
        program("CacheTrials", in: "CacheTrials", ["Requests", "RequestsCaching"], settings: settings))
}

// A load on ordinary servers, and Hummingbird as one of them: `bash .ci/servers --load`.
if extras.contains("server-load") {
    package.targets.append(
        program(
            "ServerLoad", in: "ServerLoad",
            ["Requests", "RequestsAsyncHTTPClient", "RequestsCurl", "TransportSoak"] + asyncHTTPClient("NIOSSL")
                + products("Hummingbird", "Hummingbird", "HummingbirdHTTP2", "Logging", "NIOCore", "NIOSSL")))
}

// Pieces of work for a profiler and for valgrind, which need no other package: `Tests/Benchmarks/instructions`.
if extras.contains("workloads") || extras.contains("benchmarks") {
    package.targets += [
        .target(
            name: "BenchmarkWorkloads", dependencies: ["Requests", "RequestsCaching", "RequestsEndpoints"],
            path: "Tests/Benchmarks/Support/BenchmarkWorkloads", swiftSettings: testSettings
        ),
        program("RequestsWorkloads", in: "Benchmarks/Support/RequestsWorkloads", ["BenchmarkWorkloads"]),
    ]
}

// Only the benchmarks need these packages: `REQUESTS_EXTRAS=benchmarks swift package benchmark`. Their plug-in treats every
// executable in a folder called Benchmarks as a benchmark. Other executables are therefore in the folder Support.
if extras.contains("benchmarks") {
    package.dependencies.append(.package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []))
    let peers = asyncHTTPClient("NIOCore", "NIOFoundationCompat", "NIOHTTP1")
    package.targets += [
        program(
            "RequestsBenchmarks", in: "Benchmarks/RequestsBenchmarks",
            [
                "Requests", "RequestsAsyncHTTPClient", "RequestsEndpoints", "BenchmarkWorkloads",
                .product(name: "Benchmark", package: "benchmark"),
            ] + peers, plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        .target(
            name: "CCurlPeer", dependencies: [libcurl], path: "Tests/Benchmarks/Support/CCurlPeer", cSettings: curl
        ),
        program(
            "RequestsSoak", in: "Benchmarks/Support/RequestsSoak",
            [
                "Requests", "RequestsAsyncHTTPClient", "RequestsCurl", "TransportSoak",
                .target(name: "CCurlPeer", condition: .when(traits: ["Curl"])),
            ] + peers, cSettings: curl),
    ]
}
