import Foundation

// The build with all mutants contains this file. It selects the mutant in the environment variable REQUESTS_MUTANT.

private let selected = Int(ProcessInfo.processInfo.environment["REQUESTS_MUTANT"] ?? "") ?? 0

/// A file with a byte for each mutant: 1 if a test reached the mutant's place.
nonisolated(unsafe) private let reached: UnsafeMutableRawPointer? = {
    guard let path = ProcessInfo.processInfo.environment["REQUESTS_REACHED"] else { return nil }
    let file = open(path, O_RDWR)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else { return nil }
    return mmap(nil, Int(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
}()

func _mutant(_ number: Int) -> Bool {
    reached?.storeBytes(of: 1, toByteOffset: number, as: UInt8.self)
    return number == selected
}

func _negated(_ number: Int, _ value: Bool) -> Bool { _mutant(number) != value }

func _literal<Value>(_ number: Int, _ other: Value, _ value: Value) -> Value { _mutant(number) ? other : value }

func _and(_ number: Int, _ first: Bool, _ second: @autoclosure () throws -> Bool) rethrows -> Bool {
    _mutant(number) ? try first || second() : try first && second()
}

func _or(_ number: Int, _ first: Bool, _ second: @autoclosure () throws -> Bool) rethrows -> Bool {
    _mutant(number) ? try first && second() : try first || second()
}

func _less<Value: Comparable>(_ number: Int, _ first: Value, _ second: Value) -> Bool {
    _mutant(number) ? first <= second : first < second
}

func _atMost<Value: Comparable>(_ number: Int, _ first: Value, _ second: Value) -> Bool {
    _mutant(number) ? first < second : first <= second
}

func _greater<Value: Comparable>(_ number: Int, _ first: Value, _ second: Value) -> Bool {
    _mutant(number) ? first >= second : first > second
}

func _atLeast<Value: Comparable>(_ number: Int, _ first: Value, _ second: Value) -> Bool {
    _mutant(number) ? first > second : first >= second
}

func _plus<Value: AdditiveArithmetic>(_ number: Int, _ first: Value, _ second: Value) -> Value {
    _mutant(number) ? first - second : first + second
}

func _minus<Value: AdditiveArithmetic>(_ number: Int, _ first: Value, _ second: Value) -> Value {
    _mutant(number) ? first + second : first - second
}
