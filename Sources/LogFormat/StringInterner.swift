/// Distinct byte strings in the order of their first appearance, each with a number. Not thread-safe.
package final class StringInterner {
    /// Behind a pointer, so that using it costs no exclusivity check.
    private let table: UnsafeMutablePointer<InternTable>

    package init() {
        table = .allocate(capacity: 1)
        table.initialize(to: InternTable())
    }

    deinit {
        table.pointee.deallocate()
        table.deallocate()
    }

    package var count: Int { table.pointee.count }

    /// The strings, valid until the next call that changes this.
    package var list: StringList { table.pointee.list }

    package func removeAll() { table.pointee.removeAll() }

    /// The number of `string`, a new one if it wasn't there. Amortised O(length).
    package func intern(_ string: UnsafeRawBufferPointer) -> Int { table.pointee.intern(string) }
}
