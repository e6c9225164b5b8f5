// swift-tools-version: 6.2

import PackageDescription

// Continuous integration turns warnings into errors; a package that depends on this one never does.
let strict: [SwiftSetting] = Context.environment["REQUESTS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let language: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + strict

// Continuous integration compiles whole modules, in half the time of batches of files. Only the largest module of tests
// is faster in batches, one on each core: it has the settings `language`.
let wholeModules: [SwiftSetting] =
    Context.environment["REQUESTS_WHOLE_MODULES"] == nil
    ? [] : [.unsafeFlags(["-whole-module-optimization", "-num-threads", "2"])]
let testSettings = language + wholeModules

// An asynchronous function runs where its caller does: a call changes its executor once, not in each function on its way.
// The macros of Swift Testing do not compile with it (Swift 6.3).
let settings = testSettings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

// Continuous integration builds the module of each trait alone. It needs only the declarations of the core then: the
// core is the same with every trait, and has been compiled before.
let declarationsOnly: [SwiftSetting] =
    Context.environment["REQUESTS_DECLARATIONS_ONLY"] == nil
    ? [] : [.unsafeFlags(["-typecheck", "-Xfrontend", "-experimental-skip-all-function-bodies"])]

/// A product that only the trait AsyncHTTPClient needs.
func asyncHTTPClient(_ product: String, package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["AsyncHTTPClient"]))
}

/// A product that only the trait Hummingbird needs.
func hummingbird(_ product: String, package: String = "hummingbird") -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Hummingbird"]))
}

/// A product that only the trait Logging needs.
let swiftLog = Target.Dependency.product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"]))

/// A product that only the trait Telemetry needs.
func telemetry(_ product: String, package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Telemetry"]))
}

/// A product that only the trait XML needs.
let xmlCoder = Target.Dependency.product(name: "XMLCoder", package: "XMLCoder", condition: .when(traits: ["XML"]))

/// A product that only the trait Digest needs, on platforms without CryptoKit.
let crypto = Target.Dependency.product(
    name: "Crypto", package: "swift-crypto",
    condition: .when(platforms: [.linux, .android, .windows], traits: ["Digest"]))

/// A product that only the trait YAML needs.
let yams = Target.Dependency.product(name: "Yams", package: "Yams", condition: .when(traits: ["YAML"]))

/// A product that only the trait OpenCombine needs.
let openCombine = Target.Dependency.product(
    name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"]))

// With the name of its pkg-config file, SwiftPM says how to install zlib. On macOS it is part of the SDK.
#if os(Linux)
let zlibLibrary = Target.systemLibrary(
    name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])])
#else
let zlibLibrary = Target.systemLibrary(name: "CZlib")
#endif

#if os(Linux)
let curlLibrary = Target.systemLibrary(
    name: "CLibcurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .yum(["libcurl-devel"])])
#else
let curlLibrary = Target.systemLibrary(name: "CLibcurl")
#endif

/// The system's libcurl, which only the trait Curl needs.
let libcurl = Target.Dependency.target(name: "CLibcurl", condition: .when(traits: ["Curl"]))

/// The system's zlib, which only the trait Compression and the transports that decompress need.
let zlib = Target.Dependency.target(
    name: "CZlib", condition: .when(traits: ["AsyncHTTPClient", "Compression", "Curl"]))

let package = Package(
    name: "Requests",
    platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Requests", targets: ["Requests"]),
        .library(name: "RequestsCore", targets: ["RequestsCore"]),
        .library(name: "RequestsEndpoints", targets: ["RequestsEndpoints"]),
        .library(name: "RequestsTesting", targets: ["RequestsTesting"]),
        .library(name: "RequestsConformance", targets: ["RequestsConformance"]),
        .library(name: "RequestsAsyncHTTPClient", targets: ["RequestsAsyncHTTPClient"]),
        .library(name: "RequestsCurl", targets: ["RequestsCurl"]),
        .library(name: "RequestsCompression", targets: ["RequestsCompression"]),
        .library(name: "RequestsHummingbird", targets: ["RequestsHummingbird"]),
        .library(name: "RequestsLogging", targets: ["RequestsLogging"]),
        .library(name: "RequestsCombine", targets: ["RequestsCombine"]),
        .library(name: "RequestsOpenAPI", targets: ["RequestsOpenAPI"]),
        .library(name: "RequestsTelemetry", targets: ["RequestsTelemetry"]),
        .library(name: "RequestsXML", targets: ["RequestsXML"]),
        .library(name: "RequestsYAML", targets: ["RequestsYAML"]),
        .library(name: "RequestsCaching", targets: ["RequestsCaching"]),
        .library(name: "RequestsDigest", targets: ["RequestsDigest"]),
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
    ],
    targets: [
        .target(name: "RequestsCore", swiftSettings: settings + declarationsOnly),
        .target(name: "Requests", dependencies: ["RequestsCore"], swiftSettings: settings + declarationsOnly),
        .target(name: "RequestsEndpoints", dependencies: ["Requests"], swiftSettings: settings),
        .target(name: "RequestsTesting", dependencies: ["Requests", "RequestsEndpoints"], swiftSettings: settings),
        .target(
            name: "RequestsConformance", dependencies: ["Requests", "RequestsEndpoints", "RequestsTesting"],
            swiftSettings: settings
        ),
        .target(name: "RequestsOpenAPI", dependencies: ["Requests", "RequestsEndpoints"], swiftSettings: settings),
        .target(
            name: "RequestsAsyncHTTPClient",
            dependencies: [
                "RequestsCore", "RequestsCompression",
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
                asyncHTTPClient("NIOConcurrencyHelpers", package: "swift-nio"),
                asyncHTTPClient("NIOCore", package: "swift-nio"),
                asyncHTTPClient("NIOFoundationCompat", package: "swift-nio"),
                asyncHTTPClient("NIOHPACK", package: "swift-nio-http2"),
                asyncHTTPClient("NIOHTTP1", package: "swift-nio"),
                asyncHTTPClient("NIOHTTP2", package: "swift-nio-http2"),
                asyncHTTPClient("NIOHTTPCompression", package: "swift-nio-extras"),
                asyncHTTPClient("NIOPosix", package: "swift-nio"),
                asyncHTTPClient("NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "RequestsHummingbird",
            dependencies: [
                "Requests",
                "RequestsEndpoints",
                hummingbird("Hummingbird"),
                hummingbird("HTTPTypes", package: "swift-http-types"),
                hummingbird("Logging", package: "swift-log"),
                hummingbird("NIOCore", package: "swift-nio"),
                hummingbird("NIOFoundationCompat", package: "swift-nio"),
                hummingbird("NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        zlibLibrary,
        curlLibrary,
        .target(
            name: "CCurlEngine", dependencies: [libcurl], cSettings: [.define("Curl", .when(traits: ["Curl"]))]
        ),
        .target(
            name: "RequestsCurl", dependencies: ["RequestsCore", "RequestsCompression", "CCurlEngine", libcurl],
            cSettings: [.define("Curl", .when(traits: ["Curl"]))], swiftSettings: settings
        ),
        .target(name: "RequestsCompression", dependencies: ["RequestsCore", zlib], swiftSettings: settings),
        .target(name: "RequestsLogging", dependencies: ["Requests", swiftLog], swiftSettings: settings),
        .target(
            name: "RequestsTelemetry",
            dependencies: [
                "Requests", "RequestsEndpoints", telemetry("CoreMetrics", package: "swift-metrics"),
                telemetry("Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: settings
        ),
        .target(name: "RequestsXML", dependencies: ["RequestsCore", xmlCoder], swiftSettings: settings),
        .target(name: "RequestsYAML", dependencies: ["Requests", "RequestsOpenAPI", yams], swiftSettings: settings),
        .target(
            name: "RequestsCombine", dependencies: ["Requests", openCombine],
            swiftSettings: settings),
        .target(name: "RequestsCaching", dependencies: ["Requests"], swiftSettings: settings),
        .target(name: "RequestsDigest", dependencies: ["Requests", crypto], swiftSettings: settings),
        // Writes declarations for a document once: `swift package requests-scaffold`.
        .target(
            name: "RequestsScaffold", dependencies: ["Requests", "RequestsEndpoints", "RequestsOpenAPI"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "requests-scaffold",
            dependencies: ["Requests", "RequestsOpenAPI", "RequestsScaffold", "RequestsYAML"],
            path: "Sources/RequestsScaffoldTool", swiftSettings: settings
        ),
        .plugin(
            name: "RequestsScaffoldPlugin",
            capability: .command(
                intent: .custom(
                    verb: "requests-scaffold", description: "Writes Swift declarations for an OpenAPI document, once."),
                permissions: [.writeToPackageDirectory(reason: "It adds the declarations as new source files.")]),
            dependencies: ["requests-scaffold"],
            path: "Sources/RequestsScaffoldPlugin"
        ),
        .executableTarget(
            name: "Playground",
            dependencies: [
                "Requests",
                "RequestsAsyncHTTPClient",
                "RequestsCaching",
                "RequestsEndpoints",
                "RequestsOpenAPI",
                "RequestsTesting",
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Playground",
            exclude: ["Examples"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RequestsCoreTests",
            dependencies: [
                "Requests", "RequestsConformance", "RequestsCore", "RequestsEndpoints", "RequestsTesting",
                "TestSupport", "TransportSoak",
            ],
            swiftSettings: language
        ),
        .testTarget(
            name: "RequestsTests",
            dependencies: [
                "Requests", "RequestsConformance", "RequestsCore", "RequestsEndpoints", "RequestsTesting",
                "TestSupport", "TransportSoak",
            ],
            swiftSettings: language
        ),
        .testTarget(
            name: "RequestsEndpointsTests",
            dependencies: [
                "Requests", "RequestsConformance", "RequestsEndpoints", "RequestsTesting", "TestSupport",
                "ValueSupport",
            ],
            exclude: ["Values/values.recorded"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsConformanceTests",
            dependencies: ["Requests", "RequestsConformance", "RequestsEndpoints", "RequestsTesting", "TestSupport"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Requests",
                "RequestsAsyncHTTPClient",
                "RequestsCurl",
                "RequestsDigest",
                "RequestsConformance", "RequestsTesting", "TestSupport", "TLSSupport", "TransportSoak",
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
            ],
            exclude: ["Results"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsOpenAPITests", dependencies: ["Requests", "RequestsOpenAPI"], exclude: ["Documents"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsScaffoldTests",
            dependencies: ["Requests", "RequestsEndpoints", "RequestsOpenAPI", "RequestsScaffold", "RequestsTesting"],
            exclude: ["Documents"], swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsTestingTests", dependencies: ["Requests", "RequestsConformance", "RequestsTesting"],
            exclude: ["Recording/Files"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsAsyncHTTPClientTests",
            dependencies: [
                "Requests",
                "RequestsAsyncHTTPClient",
                "RequestsConformance", "RequestsTesting",
                "TestSupport", "TLSSupport", "TransportSoak",
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
                asyncHTTPClient("NIOCore", package: "swift-nio"),
                asyncHTTPClient("NIOEmbedded", package: "swift-nio"),
                asyncHTTPClient("NIOHTTP1", package: "swift-nio"),
                asyncHTTPClient("NIOHTTPCompression", package: "swift-nio-extras"),
                asyncHTTPClient("NIOPosix", package: "swift-nio"),
                asyncHTTPClient("NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsCompressionTests",
            dependencies: [
                "Requests", "RequestsAsyncHTTPClient", "RequestsCompression", "RequestsConformance", "RequestsTesting",
                zlib,
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
            ],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsHummingbirdTests",
            dependencies: [
                "Requests",
                "RequestsHummingbird",
                "RequestsOpenAPI",
                "RequestsConformance", "RequestsCurl", "RequestsTesting",
                hummingbird("Hummingbird"),
                hummingbird("HTTPTypes", package: "swift-http-types"),
                hummingbird("Logging", package: "swift-log"),
                hummingbird("NIOCore", package: "swift-nio"),
            ],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsCurlTests",
            dependencies: [
                "Requests", "RequestsConformance", "RequestsCurl", "TestSupport", "TLSSupport", "TransportSoak",
            ],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsLoggingTests",
            dependencies: ["Requests", "RequestsLogging", "RequestsConformance", "RequestsTesting", swiftLog],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsTelemetryTests",
            dependencies: [
                "Requests", "RequestsAsyncHTTPClient", "RequestsTelemetry", "RequestsConformance", "RequestsTesting",
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
                telemetry("CoreMetrics", package: "swift-metrics"),
                telemetry("MetricsTestKit", package: "swift-metrics"),
                telemetry("Tracing", package: "swift-distributed-tracing"),
                telemetry("InMemoryTracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsXMLTests",
            dependencies: [
                "Requests", "RequestsConformance", "RequestsTesting", "RequestsXML", "ValueSupport", xmlCoder,
            ],
            exclude: ["values.recorded"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsYAMLTests", dependencies: ["Requests", "RequestsOpenAPI", "RequestsYAML"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsCombineTests",
            dependencies: ["Requests", "RequestsCombine", "RequestsConformance", "RequestsTesting", openCombine],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsCachingTests",
            dependencies: [
                "Requests", "RequestsAsyncHTTPClient", "RequestsCaching", "RequestsConformance", "RequestsTesting",
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
            ],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "RequestsDigestTests",
            dependencies: [
                "Requests", "RequestsAsyncHTTPClient", "RequestsDigest", "RequestsConformance", "RequestsTesting",
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
            ],
            swiftSettings: testSettings
        ),
        // What tests of several products share.
        .target(
            name: "TestSupport", dependencies: ["Requests", "RequestsConformance"], path: "Tests/Support",
            swiftSettings: settings
        ),
        // The kinds of values, the styles and the places of the tables of values.
        .target(
            name: "ValueSupport", dependencies: ["Requests", "RequestsEndpoints"], path: "Tests/ValueSupport",
            swiftSettings: settings
        ),
        // A server with certificates, by the packages of the trait AsyncHTTPClient.
        .target(
            name: "TLSSupport",
            dependencies: [
                "Requests", "RequestsConformance", asyncHTTPClient("NIOCore", package: "swift-nio"),
                asyncHTTPClient("NIOHTTP1", package: "swift-nio"), asyncHTTPClient("NIOPosix", package: "swift-nio"),
                asyncHTTPClient("NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/TLSSupport", swiftSettings: settings
        ),
        // A load on the transports: the tests run it briefly, and RequestsSoak, beside the benchmarks, for longer.
        .target(
            name: "TransportSoak", dependencies: ["Requests"], path: "Tests/TransportSoak", swiftSettings: settings
        ),
        // Reads the sources and the pages, and compiles none of them.
        .testTarget(name: "ArchitectureTests", swiftSettings: testSettings),
        // A separate module, because the samples of the documentation have short names that other tests also use.
        .testTarget(
            name: "SamplesTests",
            dependencies: [
                "Requests", "RequestsOpenAPI", "RequestsConformance", "RequestsTesting", "RequestsXML", xmlCoder,
                "TestSupport",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                "RequestsHummingbird", hummingbird("Hummingbird"), "RequestsLogging",
                .product(
                    name: "Logging", package: "swift-log", condition: .when(traits: ["Hummingbird", "Logging"])),
                .product(
                    name: "Crypto", package: "swift-crypto",
                    condition: .when(platforms: [.linux, .android, .windows], traits: ["AsyncHTTPClient"])),
                "RequestsCombine", openCombine, "RequestsCompression", "RequestsCaching", "RequestsDigest",
                "RequestsCurl", "RequestsTelemetry",
                "RequestsAsyncHTTPClient", asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
                asyncHTTPClient("NIOPosix", package: "swift-nio"),
                asyncHTTPClient("NIOSSL", package: "swift-nio-ssl"),
            ],
            exclude: ["Samples/catalog.json"],
            swiftSettings: testSettings
        ),
    ]
)

// No trait changes the core, so its tests need to run only once. Continuous integration runs them without traits, and
// leaves them out of the build with all traits.
if Context.environment["REQUESTS_TESTS_OF_TRAITS"] != nil {
    let tests = [
        "ArchitectureTests", "RequestsCoreTests", "RequestsTests", "RequestsEndpointsTests", "RequestsConformanceTests",
        "RequestsTestingTests",
    ]
    package.targets.removeAll { tests.contains($0.name) }
}

// Only the named targets of tests, so that a change of one module builds fast: `REQUESTS_TESTS=RequestsCurlTests swift test`.
if let names = Context.environment["REQUESTS_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { target in target.type == .test && !names.contains { $0 == target.name } }
}

// A server for schemathesis, which sends it requests that its document describes: the step `openapi` of `.ci/full`.
if Context.environment["REQUESTS_OPENAPI_SERVER"] != nil {
    package.targets.append(
        .executableTarget(
            name: "OpenAPIServer",
            dependencies: [
                "Requests", "RequestsEndpoints", "RequestsHummingbird", "RequestsOpenAPI", hummingbird("Hummingbird"),
                hummingbird("Logging", package: "swift-log"), hummingbird("NIOCore", package: "swift-nio"),
            ],
            path: "Tests/OpenAPIServer",
            swiftSettings: settings
        ))
}

// Three programs to learn from, their tests, and the server that `.ci/examples` runs them with. Other packages never resolve
// swift-argument-parser. The trait is on by default here, so that `swift run ReadingList` needs no option.
if Context.environment["REQUESTS_EXAMPLES"] != nil {
    package.dependencies.append(.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"))
    package.traits.insert(.default(enabledTraits: ["Hummingbird"]))
    // The settings of a new package, since the programs are there to be copied.
    let plain = strict + wholeModules
    let parser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
    let service: [Target.Dependency] = [
        "Requests", "RequestsEndpoints", "RequestsHummingbird", hummingbird("Hummingbird"),
    ]
    package.targets.removeAll { $0.type == .test }
    package.targets += [
        .executableTarget(
            name: "Forge", dependencies: ["Requests", "RequestsCaching", parser], path: "Playground/Examples/Forge",
            swiftSettings: plain
        ),
        .executableTarget(
            name: "ReadingList", dependencies: service + ["RequestsOpenAPI", parser],
            path: "Playground/Examples/ReadingList", swiftSettings: plain
        ),
        .executableTarget(
            name: "Changes", dependencies: ["Requests", parser], path: "Playground/Examples/Changes",
            swiftSettings: plain
        ),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "Changes", "ReadingList", "Requests", "RequestsEndpoints", "RequestsHummingbird", "RequestsTesting",
            ],
            path: "Tests/ExamplesTests", swiftSettings: plain
        ),
        .executableTarget(
            name: "ExampleServer",
            dependencies: service + [
                hummingbird("HTTPTypes", package: "swift-http-types"), hummingbird("Logging", package: "swift-log"),
                hummingbird("NIOCore", package: "swift-nio"),
            ],
            path: "Tests/ExampleServer", swiftSettings: plain
        ),
    ]
}

// Kills processes that write to a cache on disk, and measures its costs: `Tests/CacheTrials`.
if Context.environment["REQUESTS_CACHE_TRIALS"] != nil {
    for target in package.targets where target.name == "RequestsCaching" {
        target.swiftSettings = settings + [.unsafeFlags(["-enable-testing"])]
    }
    package.targets.append(
        .executableTarget(
            name: "CacheTrials", dependencies: ["Requests", "RequestsCaching"], path: "Tests/CacheTrials",
            swiftSettings: settings
        ))
}

// A load on ordinary servers, and Hummingbird as one of them: `bash .ci/servers --load`.
if Context.environment["REQUESTS_SERVER_LOAD"] != nil {
    package.targets.append(
        .executableTarget(
            name: "ServerLoad",
            dependencies: [
                "Requests", "RequestsAsyncHTTPClient", "RequestsCurl", "TransportSoak",
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
                asyncHTTPClient("NIOSSL", package: "swift-nio-ssl"),
                hummingbird("Hummingbird"), hummingbird("HummingbirdHTTP2"),
                hummingbird("Logging", package: "swift-log"), hummingbird("NIOCore", package: "swift-nio"),
                hummingbird("NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/ServerLoad",
            swiftSettings: testSettings
        ))
}

// Pieces of work for a profiler and for valgrind, which need no other package: `Tests/Benchmarks/instructions`.
let hasBenchmarks = Context.environment["REQUESTS_BENCHMARKS"] != nil
if hasBenchmarks || Context.environment["REQUESTS_WORKLOADS"] != nil {
    package.targets += [
        .target(
            name: "BenchmarkWorkloads",
            dependencies: ["Requests", "RequestsCaching", "RequestsEndpoints"],
            path: "Tests/Benchmarks/Support/BenchmarkWorkloads",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "RequestsWorkloads",
            dependencies: ["BenchmarkWorkloads"],
            path: "Tests/Benchmarks/Support/RequestsWorkloads",
            swiftSettings: testSettings
        ),
    ]
}

// Only the benchmarks need these packages: `REQUESTS_BENCHMARKS=1 swift package benchmark`. Their plug-in treats every
// executable in a folder called Benchmarks as a benchmark. Other executables are therefore in the folder Support.
if hasBenchmarks {
    package.dependencies.append(
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: [])
    )
    package.targets += [
        .executableTarget(
            name: "RequestsBenchmarks",
            dependencies: [
                "Requests",
                "RequestsEndpoints",
                "RequestsAsyncHTTPClient",
                "BenchmarkWorkloads",
                .product(name: "Benchmark", package: "benchmark"),
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
                asyncHTTPClient("NIOCore", package: "swift-nio"),
                asyncHTTPClient("NIOFoundationCompat", package: "swift-nio"),
                asyncHTTPClient("NIOHTTP1", package: "swift-nio"),
            ],
            path: "Tests/Benchmarks/RequestsBenchmarks",
            swiftSettings: testSettings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .target(
            name: "CCurlPeer", dependencies: [libcurl], path: "Tests/Benchmarks/Support/CCurlPeer",
            cSettings: [.define("Curl", .when(traits: ["Curl"]))]
        ),
        .executableTarget(
            name: "RequestsSoak",
            dependencies: [
                "Requests",
                "RequestsAsyncHTTPClient",
                "RequestsCurl",
                "TransportSoak",
                .target(name: "CCurlPeer", condition: .when(traits: ["Curl"])),
                asyncHTTPClient("AsyncHTTPClient", package: "async-http-client"),
                asyncHTTPClient("NIOCore", package: "swift-nio"),
                asyncHTTPClient("NIOFoundationCompat", package: "swift-nio"),
                asyncHTTPClient("NIOHTTP1", package: "swift-nio"),
            ],
            path: "Tests/Benchmarks/Support/RequestsSoak",
            cSettings: [.define("Curl", .when(traits: ["Curl"]))],
            swiftSettings: testSettings
        ),
    ]
}
