/// A value that is encoded in place of another, whose type it reports.
package protocol StandIn {
    /// The type of the replaced value.
    var representedType: Any.Type { get }
}
