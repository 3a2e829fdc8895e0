import CSQLite
import PlaybackCore

/// A prepared statement: the only owner of its handle.
final class Statement {
    private let database: Database
    private let handle: OpaquePointer

    init(database: Database, handle: OpaquePointer) {
        self.database = database
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// A value for a parameter.
    enum Value {
        case null
        case integer(Int64)
        case text(String)
        case blob([UInt8])

        static func integer(_ value: UInt64) -> Value { .integer(Int64(bitPattern: value)) }
        static func integer(_ value: Int) -> Value { .integer(Int64(value)) }
        static func integer(_ value: Bool) -> Value { .integer(value ? Int64(1) : 0) }
        static func optional(_ value: Int64?) -> Value { value.map { .integer($0) } ?? .null }
        static func optional(_ value: UInt64?) -> Value { value.map { .integer($0) } ?? .null }
        static func optional(_ value: String?) -> Value { value.map { .text($0) } ?? .null }
    }

    /// Starts anew with these parameters, in order.
    func bind(_ values: [Value]) throws(StoreError) {
        sqlite3_reset(handle)
        for (index, value) in values.enumerated() {
            let code = bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw database.error("pass a value to a statement", code) }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let value): return sqlite3_bind_int64(handle, index, value)
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    // A nil address would mean NULL; an empty text has none.
                    guard let base = $0.baseAddress else { return tutti_sqlite_bind_text(handle, index, "", 0) }
                    return tutti_sqlite_bind_text(handle, index, base, Int32($0.count))
                }
            }
        case .blob(let bytes):
            return bytes.withUnsafeBytes {
                guard let base = $0.baseAddress else { return sqlite3_bind_zeroblob(handle, index, 0) }
                return tutti_sqlite_bind_blob(handle, index, base, Int32($0.count))
            }
        }
    }

    /// Goes to the next row.
    /// - Returns: false after the last one.
    func step(_ doing: String) throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        case let code:
            let error = database.error(doing, code)
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Runs a statement that returns no rows.
    func run(_ values: [Value], doing: String) throws(StoreError) {
        try bind(values)
        while try step(doing) {}
    }

    /// Ends a query before its last row.
    func reset() { sqlite3_reset(handle) }

    // Columns of the present row. A column of another type is converted as SQLite does.

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func unsigned(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }

    func flag(_ column: Int32) -> Bool { integer(column) != 0 }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func text(_ column: Int32) -> String {
        String(decoding: bytes(sqlite3_column_text(handle, column), column), as: UTF8.self)
    }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    func blob(_ column: Int32) -> [UInt8] { Array(bytes(sqlite3_column_blob(handle, column), column)) }

    private func bytes(_ start: UnsafeRawPointer?, _ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }
}
