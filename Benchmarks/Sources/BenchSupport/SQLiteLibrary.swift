#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The functions of the system's SQLite that benchmarks call, looked up while it runs: so it builds and
/// runs where SQLite isn't installed.
package struct SQLiteLibrary {
    typealias Handle = OpaquePointer
    typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>) -> Int32
    typealias Prepare =
        @convention(c) (
            Handle?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Handle?>, UnsafeMutableRawPointer?
        ) -> Int32
    typealias OnHandle = @convention(c) (Handle?) -> Int32
    typealias BindText = @convention(c) (Handle?, Int32, UnsafePointer<CChar>, Int32, Int) -> Int32
    typealias BindInteger = @convention(c) (Handle?, Int32, Int64) -> Int32
    typealias BindReal = @convention(c) (Handle?, Int32, Double) -> Int32
    typealias BindNull = @convention(c) (Handle?, Int32) -> Int32
    typealias Text = @convention(c) (Handle?) -> UnsafePointer<CChar>?
    typealias Version = @convention(c) () -> UnsafePointer<CChar>?

    let open: Open
    let prepare: Prepare
    let step: OnHandle
    let reset: OnHandle
    let finalize: OnHandle
    let close: OnHandle
    let bindText: BindText
    let bindInteger: BindInteger
    let bindReal: BindReal
    let bindNull: BindNull
    let message: Text
    package let version: String

    /// Results of calls, and the mark that makes `bindText` copy what it is given.
    static let row: Int32 = 100
    static let done: Int32 = 101
    static let copies = -1

    /// Nil where there is no SQLite.
    package init?() {
        let names = ["libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib", "/usr/lib/libsqlite3.dylib"]
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
        func find<Function>(_ name: String, _: Function.Type) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let open = find("sqlite3_open", Open.self),
            let prepare = find("sqlite3_prepare_v2", Prepare.self),
            let step = find("sqlite3_step", OnHandle.self), let reset = find("sqlite3_reset", OnHandle.self),
            let finalize = find("sqlite3_finalize", OnHandle.self),
            let close = find("sqlite3_close", OnHandle.self),
            let bindText = find("sqlite3_bind_text", BindText.self),
            let bindInteger = find("sqlite3_bind_int64", BindInteger.self),
            let bindReal = find("sqlite3_bind_double", BindReal.self),
            let bindNull = find("sqlite3_bind_null", BindNull.self),
            let message = find("sqlite3_errmsg", Text.self),
            let version = find("sqlite3_libversion", Version.self)
        else { return nil }
        self.open = open
        self.prepare = prepare
        self.step = step
        self.reset = reset
        self.finalize = finalize
        self.close = close
        self.bindText = bindText
        self.bindInteger = bindInteger
        self.bindReal = bindReal
        self.bindNull = bindNull
        self.message = message
        self.version = version().map { String(cString: $0) } ?? "?"
    }
}
