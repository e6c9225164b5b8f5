import SwiftSyntax

/// Finds the mutants of a file: changed operators, constants, conditions and results, and deleted statements.
///
/// A function in the copy decides whether a mutant is selected: `_mutant(17)`. The mutated source never contains the same
/// nested mutant twice, because the changed text is a copy of the original one.
final class MutantFinder: SyntaxVisitor {
    private(set) var mutants: [Mutant] = []
    private let source: [UInt8]
    private let lines: SourceLocationConverter
    private let first: Int
    /// The result types of the functions around a node, innermost last; `nil` for closures and initialisers.
    private var results: [String?] = []
    /// The local variables that were declared without a value: deleting their assignment doesn't compile.
    private var unassigned: Set<String> = []

    init(of source: String, tree: SourceFileSyntax, from first: Int) {
        self.source = Array(source.utf8)
        self.lines = SourceLocationConverter(fileName: "", tree: tree)
        self.first = first
        super.init(viewMode: .sourceAccurate)
    }

    // MARK: Expressions

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let token = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else { return .visitChildren }
        let (left, right) = (text(node.leftOperand), text(node.rightOperand))
        if let (function, other) = Replacements.functions[token.text] {
            guard !node.leftOperand.is(StringLiteralExprSyntax.self),
                !node.rightOperand.is(StringLiteralExprSyntax.self)
            else { return .visitChildren }
            add(node, "\(function)(#, ", ")", operator: token, after: "\(left) \(other) \(right)")
        } else if token.text == "==" || token.text == "!=" {
            negate(node, after: "\(left) \(token.text == "==" ? "!=" : "==") \(right)")
        } else if let other = Replacements.operators[token.text] {
            replace(node, by: "\(left) \(other) \(right)")
        } else if token.text == "??" {
            replace(node, by: right)
        } else if let other = Replacements.assignments[token.text], node.parent?.is(CodeBlockItemSyntax.self) == true {
            let after = "\(left) \(other) \(right)"
            add(node, "if _mutant(#) { \(after) } else { ", " }", after: after)
        }
        return .visitChildren
    }

    override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        if node.operator.text == "!" { negate(node, after: text(node.expression)) }
        return .visitChildren
    }

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let digits = node.literal.text.replacing("_", with: "")
        let radix = digits.hasPrefix("0x") ? 16 : digits.hasPrefix("0b") ? 2 : 10
        guard let number = Int(radix == 10 ? digits[...] : digits.dropFirst(2), radix: radix) else {
            return .skipChildren
        }
        for other in number < 2 ? [1 - number] : [number + 1, number - 1] {
            replaceLiteral(node, by: radix == 16 ? "0x" + String(other, radix: 16) : "\(other)")
        }
        return .skipChildren
    }

    override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if let number = Double(node.literal.text) { replaceLiteral(node, by: "\(number + 1)") }
        return .skipChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        // The compiler must see that a loop doesn't end.
        if node.parent?.is(ConditionElementSyntax.self) == true { return .skipChildren }
        replaceLiteral(node, by: node.literal.text == "true" ? "false" : "true")
        return .skipChildren
    }

    // MARK: Conditions

    override func visit(_ node: ConditionElementListSyntax) -> SyntaxVisitorContinueKind {
        if node.contains(where: {
            !$0.condition.is(ExprSyntax.self) && !$0.condition.is(AvailabilityConditionSyntax.self)
        }) {
            add(node, "!_mutant(#), ", "", after: "false")
        }
        for element in node { if let condition = element.condition.as(ExprSyntax.self) { negateCondition(condition) } }
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        negateCondition(node.condition)
        return .visitChildren
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        negateCondition(node.condition)
        return .visitChildren
    }

    /// Negates a condition, unless an operator in it is changed anyway.
    private func negateCondition(_ condition: ExprSyntax) {
        if !isChangedAnyway(condition) { negate(condition, after: "!(\(text(condition)))") }
    }

    private func isChangedAnyway(_ node: ExprSyntax) -> Bool {
        if let name = node.as(InfixOperatorExprSyntax.self)?.operator.as(BinaryOperatorExprSyntax.self)?.operator.text {
            return Replacements.functions[name] != nil || Replacements.operators[name] != nil
                || ["==", "!=", "??"].contains(name)
        }
        return node.as(PrefixOperatorExprSyntax.self)?.operator.text == "!" || node.is(BooleanLiteralExprSyntax.self)
    }

    // MARK: Results

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        if let value = node.expression { changeResult(value, in: Syntax(node), isImplicit: false) }
        return .visitChildren
    }

    /// Changes the value that a function returns to an empty one, or negates it.
    private func changeResult(_ value: ExprSyntax, in statement: Syntax, isImplicit: Bool) {
        guard let type = results.last ?? nil else { return }
        if type == "Bool" {
            if !isChangedAnyway(value) { negate(value, after: "!(\(text(value)))") }
            return
        }
        guard let empty = Replacements.emptyValue(of: type), text(value) != empty, text(value) != "\"\"" else { return }
        let prefix = "if _mutant(#) { return \(empty) }; "
        add(
            statement, isImplicit ? prefix + "return " : prefix, "", before: "return \(text(value))",
            after: "return \(empty)")
    }

    /// Changes the value of a body that consists of one expression.
    private func changeImplicitResult(_ items: CodeBlockItemListSyntax?) {
        guard let items, items.count == 1, let value = items.first?.item.as(ExprSyntax.self),
            !value.is(IfExprSyntax.self), !value.is(SwitchExprSyntax.self)
        else { return }
        changeResult(value, in: Syntax(value), isImplicit: true)
    }

    // MARK: Statements

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        guard let expression = node.item.as(ExprSyntax.self) else { return .visitChildren }
        if let list = node.parent?.as(CodeBlockItemListSyntax.self), isResult(list) { return .visitChildren }
        var core = expression
        while let inner = core.as(TryExprSyntax.self)?.expression ?? core.as(AwaitExprSyntax.self)?.expression {
            core = inner
        }
        if let call = core.as(FunctionCallExprSyntax.self) {
            if Replacements.checks.contains(text(call.calledExpression)) { return .skipChildren }
            if !Replacements.initializers.contains(text(call.calledExpression)) { delete(expression) }
        } else if let assignment = core.as(InfixOperatorExprSyntax.self),
            assignment.operator.is(AssignmentExprSyntax.self),
            !unassigned.contains(text(assignment.leftOperand)), !isInitializer
        {
            delete(expression)
        }
        return .visitChildren
    }

    /// Returns whether the only expression of a list is the value of a function, or of an `if` or `switch`.
    private func isResult(_ list: CodeBlockItemListSyntax) -> Bool {
        guard list.count == 1 else { return false }
        var owner = list.parent
        while let node = owner, Replacements.layers.contains(where: { node.is($0) }) {
            owner = node.parent
        }
        guard let owner, owner.is(IfExprSyntax.self) || owner.is(SwitchExprSyntax.self) else {
            return results.last.flatMap { $0 } != "Void"
        }
        var outer = owner.parent
        while let node = outer, node.is(ExpressionStmtSyntax.self) || node.is(IfExprSyntax.self) { outer = node.parent }
        return outer?.as(CodeBlockItemSyntax.self)?.parent?.as(CodeBlockItemListSyntax.self).map(isResult) ?? true
    }

    private func delete(_ node: ExprSyntax) { add(node, "if !_mutant(#) { ", " }", after: "") }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        if Replacements.isSkipped(node.attributes) { return .skipChildren }
        for binding in node.bindings where binding.initializer == nil && binding.accessorBlock == nil {
            unassigned.insert(text(binding.pattern))
        }
        return .visitChildren
    }

    // MARK: Functions

    private var isInitializer: Bool { results.last.map { $0 == "init" } ?? false }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.signature.returnClause.map { text($0.type) } ?? "Void", node.attributes, node.body?.statements)
    }

    override func visitPost(_ node: FunctionDeclSyntax) { leave(node.attributes) }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        enter("init", node.attributes, nil)
    }

    override func visitPost(_ node: InitializerDeclSyntax) { leave(node.attributes) }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        results.append(nil)
        return .visitChildren
    }

    override func visitPost(_ node: ClosureExprSyntax) { results.removeLast() }

    override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
        let owner = node.parent?.parent?.parent
        let type =
            owner?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
            ?? owner?.as(SubscriptDeclSyntax.self)?.returnClause.type
        let isGetter = node.accessorSpecifier.tokenKind == .keyword(.get)
        return enter(isGetter ? type.map { text($0) } : "Void", node.attributes, isGetter ? node.body?.statements : nil)
    }

    override func visitPost(_ node: AccessorDeclSyntax) { leave(node.attributes) }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        guard case .getter(let items) = node.accessorBlock?.accessors else { return enter("Void", nil, nil) }
        return enter(node.typeAnnotation.map { text($0.type) }, nil, items)
    }

    override func visitPost(_ node: PatternBindingSyntax) { leave(nil) }

    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
        guard case .getter(let items) = node.accessorBlock?.accessors else {
            return enter("Void", node.attributes, nil)
        }
        return enter(text(node.returnClause.type), node.attributes, items)
    }

    override func visitPost(_ node: SubscriptDeclSyntax) { leave(node.attributes) }

    private func enter(
        _ result: String?, _ attributes: AttributeListSyntax?, _ body: CodeBlockItemListSyntax?
    ) -> SyntaxVisitorContinueKind {
        if let attributes, Replacements.isSkipped(attributes) { return .skipChildren }
        results.append(result)
        changeImplicitResult(body)
        return .visitChildren
    }

    private func leave(_ attributes: AttributeListSyntax?) {
        if let attributes, Replacements.isSkipped(attributes) { return }
        results.removeLast()
    }

    // MARK: What isn't changed

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionParameterClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    // MARK: Writing

    private func text(_ node: some SyntaxProtocol) -> String { node.trimmedDescription }

    private func negate(_ node: some SyntaxProtocol, after: String) { add(node, "_negated(#, ", ")", after: after) }

    private func replaceLiteral(_ node: some SyntaxProtocol, by after: String) {
        add(node, "_literal(#, \(after), ", ")", after: after)
    }

    private func replace(_ node: some SyntaxProtocol, by after: String) {
        add(node, "(_mutant(#) ? (\(after)) : (", "))", after: after)
    }

    private func add(
        _ node: some SyntaxProtocol, _ prefix: String, _ suffix: String, operator token: TokenSyntax? = nil,
        before: String? = nil, after: String
    ) {
        let number = first + mutants.count
        mutants.append(
            Mutant(
                number: number, line: lines.location(for: node.positionAfterSkippingLeadingTrivia).line,
                bytes: bytes(node),
                operator: token.map { bytes($0) },
                prefix: prefix.replacing("#", with: "\(number)", maxReplacements: 1), suffix: suffix,
                before: before ?? text(node), after: after))
    }

    private func bytes(_ node: some SyntaxProtocol) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }
}
