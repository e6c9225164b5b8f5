// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Issues",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(url: "https://git.example.com/Requests.git", branch: "main")
    ],
    targets: [
        .executableTarget(
            name: "Issues",
            dependencies: [.product(name: "Requests", package: "Requests")]),
        .testTarget(
            name: "IssuesTests",
            dependencies: ["Issues", .product(name: "RequestsTesting", package: "Requests")]),
    ]
)
