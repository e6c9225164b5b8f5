/// A value that is encoded in place of another, whose type has a name.
package protocol StandIn {
    /// The type of the other value.
    var representedType: Any.Type { get }
}
