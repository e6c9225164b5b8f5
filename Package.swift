// swift-tools-version: 6.2

import PackageDescription

// Continuous integration turns warnings into errors; a package that depends on this one never does.
let strict: [SwiftSetting] = Context.environment["REQUESTS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + strict

let package = Package(
    name: "Requests",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Requests", targets: ["Requests"]),
        .library(name: "RequestsTesting", targets: ["RequestsTesting"]),
    ],
    dependencies: [
        // Only the tests and the Playground use it, so SwiftPM never resolves it for a package that depends on this one.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1")
    ],
    targets: [
        .target(name: "Requests", swiftSettings: settings),
        .target(name: "RequestsTesting", dependencies: ["Requests"], swiftSettings: settings),
        .executableTarget(
            name: "Playground",
            dependencies: [
                "Requests",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Playground",
            swiftSettings: settings
        ),
        .testTarget(
            name: "RequestsTests",
            dependencies: ["Requests", "RequestsTesting", .product(name: "FlyingFox", package: "FlyingFox")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RequestsTestingTests", dependencies: ["Requests", "RequestsTesting"], swiftSettings: settings
        ),
        // A module of their own: the samples of the documentation have short names, which other tests have, too.
        .testTarget(name: "SamplesTests", dependencies: ["Requests"], swiftSettings: settings),
    ]
)

// The benchmarks need packages that nothing else does: `REQUESTS_BENCHMARKS=1 swift package benchmark`. Their plug-in takes
// every executable in a folder called Benchmarks for one of its own, hence the folder Support.
if Context.environment["REQUESTS_BENCHMARKS"] != nil {
    package.dependencies.append(
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: [])
    )
    package.targets += [
        .executableTarget(
            name: "RequestsBenchmarks",
            dependencies: ["Requests", "BenchmarkWorkloads", .product(name: "Benchmark", package: "benchmark")],
            path: "Tests/Benchmarks/RequestsBenchmarks",
            swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .target(
            name: "BenchmarkWorkloads",
            dependencies: ["Requests"],
            path: "Tests/Benchmarks/Support/BenchmarkWorkloads",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "RequestsWorkloads",
            dependencies: ["BenchmarkWorkloads"],
            path: "Tests/Benchmarks/Support/RequestsWorkloads",
            swiftSettings: settings
        ),
    ]
}
