#!/usr/bin/env python3
"""Writes the Swift value types of Protos/ from a descriptor set.

    protoc -I Protos --include_source_info --descriptor_set_out=SET FILE...
    generate_wire.py SET FOLDER

One Swift file per .proto. What the protos do not use (oneof, map, optional, groups, nested types, services that
stream) is refused, so that a new use is noticed here and not on the wire.
"""

import os
import re
import sys

# --- A descriptor set is itself protobuf: the few fields of descriptor.proto that are needed, by number. ---


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """Yields (number, value): an int for a varint, bytes for everything else."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = varint(data, at)
        else:
            count, at = {1: (8, at), 5: (4, at)}.get(kind) or varint(data, at)
            value = data[at : at + count]
            at += count
        yield number, value


def all_of(data, number):
    return [value for n, value in fields(data) if n == number]


def text(data, number):
    values = all_of(data, number)
    return values[-1].decode() if values else ""


def integer(data, number):
    values = all_of(data, number)
    return values[-1] if values else 0


def comments(file):
    """Leading comments by path in the file's descriptor."""
    found = {}
    for info in all_of(file, 9):
        for location in all_of(info, 1):
            path, packed = [], b"".join(all_of(location, 1))
            at = 0
            while at < len(packed):
                value, at = varint(packed, at)
                path.append(value)
            if text(location, 3):
                found[tuple(path)] = " ".join(text(location, 3).split())
    return found


# --- Names. ---

KEYWORDS = {
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows",
    "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
}


def swift(name):
    head, *rest = name.lower().split("_")
    joined = head + "".join(part.capitalize() for part in rest)
    return f"`{joined}`" if joined in KEYWORDS else joined


def snake(name):
    return re.sub(r"(?<=[^A-Z_])(?=[A-Z])", "_", name).lower()


def c_type(full):
    return "__".join(piece[0].upper() + piece[1:] for piece in full.split("."))


def c_prefix(full):
    return "__".join(snake(piece) for piece in full.split("."))


def documented(lines, indent, comment):
    width = 120 - len(indent) - 4
    line = ""
    for word in comment.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(f"{indent}/// {line}")
            line = word
        else:
            line = f"{line} {word}".strip()
    if line:
        lines.append(f"{indent}/// {line}")


# --- Fields: Swift type, default, and the expressions to and from the C struct. ---

SCALARS = {
    1: "Double", 2: "Float", 3: "Int64", 4: "UInt64", 5: "Int32", 6: "UInt64", 7: "UInt32", 13: "UInt32",
    15: "Int32", 16: "Int64", 17: "Int32", 18: "Int64",
}
BOOL, STRING, MESSAGE, BYTES, ENUM = 8, 9, 11, 12, 14


class Field:
    def __init__(self, data, message, comment):
        self.raw = text(data, 1)
        self.name = swift(self.raw)
        self.full = f"{message}.{self.raw}"
        self.comment = comment
        self.kind = integer(data, 5)
        self.repeated = integer(data, 4) == 3
        self.type_name = text(data, 6).split(".")[-1]
        if all_of(data, 9) or all_of(data, 17):
            sys.exit(f"generate_wire.py: {self.full}: oneof and optional are not supported")
        if self.kind not in SCALARS and self.kind not in (BOOL, STRING, MESSAGE, BYTES, ENUM):
            sys.exit(f"generate_wire.py: {self.full}: field type {self.kind} is not supported")
        if self.repeated and self.kind in (BOOL, ENUM):
            sys.exit(f"generate_wire.py: {self.full}: repeated bool and enum are not supported")

    @property
    def element(self):
        fixed = {BOOL: "Bool", STRING: "String", BYTES: "[UInt8]"}
        return SCALARS.get(self.kind) or fixed.get(self.kind) or self.type_name

    @property
    def type(self):
        if self.repeated:
            return f"[{self.element}]"
        return self.element + ("?" if self.kind == MESSAGE else "")

    @property
    def default(self):
        if self.repeated:
            return "[]"
        fixed = {BOOL: "false", STRING: '""', BYTES: "[]", MESSAGE: "nil", ENUM: ".unspecified"}
        return fixed.get(self.kind, "0")

    def write(self):
        """Statements that set the field of the C message."""
        c = f"c.pointee.{self.raw}"
        if self.repeated:
            helper = {STRING: "strings", BYTES: "byteStrings", MESSAGE: "messages"}.get(self.kind, "scalars")
            return [f"c.pointee.n_{self.raw} = {self.name}.count", f"{c} = arena.{helper}({self.name})"]
        if self.kind == BOOL:
            return [f"{c} = {self.name} ? 1 : 0"]
        if self.kind == STRING:
            return [f"if !{self.name}.isEmpty {{ {c} = arena.string({self.name}) }}"]
        if self.kind == BYTES:
            return [f"{c} = arena.bytes({self.name})"]
        if self.kind == MESSAGE:
            return [f"{c} = arena.message({self.name})"]
        if self.kind == ENUM:
            return [f"{c} = .init(rawValue: .init(truncatingIfNeeded: {self.name}.rawValue))"]
        return [f"{c} = {self.name}"]

    def read(self):
        """The statement that reads the field of the C message."""
        c = f"c.pointee.{self.raw}"
        what = f'"{self.full}"'
        if self.repeated:
            helper = {STRING: "strings", BYTES: "byteStrings", MESSAGE: "messages"}.get(self.kind, "scalars")
            tried = "try " if self.kind in (STRING, MESSAGE) else ""
            where = f", {what}" if self.kind == STRING else ""
            return f"{self.name} = {tried}CReading.{helper}({c}, c.pointee.n_{self.raw}{where})"
        if self.kind == BOOL:
            return f"{self.name} = {c} != 0"
        if self.kind == STRING:
            return f"{self.name} = try CReading.string({c}, {what})"
        if self.kind == BYTES:
            return f"{self.name} = CReading.bytes({c})"
        if self.kind == MESSAGE:
            return f"{self.name} = try CReading.message({c})"
        if self.kind == ENUM:
            raw = f"Int32(truncatingIfNeeded: {c}.rawValue)"
            return f"{self.name} = Wire.{self.element}(rawValue: {raw}) ?? .unspecified"
        return f"{self.name} = {c}"


# --- Swift text. ---


def enum_lines(data, comment_of, path):
    name = text(data, 1)
    prefix = snake(name).upper() + "_"
    lines = []
    documented(lines, "    ", comment_of.get(path, ""))
    lines.append(f"    package enum {name}: Int32, Hashable, Sendable, CaseIterable {{")
    for index, value in enumerate(all_of(data, 2)):
        documented(lines, "        ", comment_of.get(path + (2, index), ""))
        raw, number = text(value, 1), integer(value, 2)
        if not raw.startswith(prefix) or (index == 0 and (number != 0 or raw != prefix + "UNSPECIFIED")):
            sys.exit(f"generate_wire.py: {name}.{raw}: values begin with {prefix}, the first is {prefix}UNSPECIFIED = 0")
        lines.append(f"        case {swift(raw[len(prefix):])} = {number}")
    return lines + ["    }"]


def initializer_lines(members):
    if not members:
        return ["        package init() {}"]
    arguments = [f"{m.name}: {m.type} = {m.default}" for m in members]
    lines = ["        package init("]
    lines += [f"            {a}," for a in arguments[:-1]] + [f"            {arguments[-1]}", "        ) {"]
    return lines + [f"            self.{m.name} = {m.name}" for m in members] + ["        }"]


def message_lines(data, package, comment_of, path):
    name = text(data, 1)
    full = f"{package}.{name}"
    if all_of(data, 3) or all_of(data, 4):
        sys.exit(f"generate_wire.py: {full}: nested types are not supported")
    members = [Field(f, full, comment_of.get(path + (2, i), "")) for i, f in enumerate(all_of(data, 2))]
    c = c_type(full)
    value = []
    documented(value, "    ", comment_of.get(path, ""))
    value.append(f"    package struct {name}: WireMessage {{")
    value.append(f'        package static let wireName = "{full}"')
    if members:
        value.append("")
    for member in members:
        documented(value, "        ", member.comment)
        value.append(f"        package var {member.name}: {member.type}")
    value += ["", *initializer_lines(members), ""]
    value += ["        package func encoded() -> [UInt8] { CPacking.encode(self) }", ""]
    value += ["        package init(decoding bytes: UnsafeRawBufferPointer) throws(WireFormatError) {"]
    value += ["            self = try CPacking.decode(bytes)", "        }", "    }"]

    code = [f"extension Wire.{name}: CMessage {{"]
    code += [f"    static func initialize(_ c: UnsafeMutablePointer<{c}>) {{", f"        {c_prefix(full)}__init(c)", "    }"]
    code += ["", "    static func unpack(", "        _ allocator: UnsafeMutablePointer<ProtobufCAllocator>,"]
    code += ["        _ bytes: UnsafeBufferPointer<UInt8>", f"    ) -> UnsafeMutablePointer<{c}>? {{"]
    code += [f"        {c_prefix(full)}__unpack(allocator, bytes.count, bytes.baseAddress)", "    }", ""]
    body = [line for member in members for line in member.write()]
    code.append(f"    func write(to c: UnsafeMutablePointer<{c}>, _ arena: Arena) {{" + ("}" if not body else ""))
    code += [f"        {line}" for line in body] + (["    }"] if body else []) + [""]
    head = f"    init(reading c: UnsafeMutablePointer<{c}>) throws(WireFormatError) {{" + ("}" if not members else "")
    if len(head) > 120:
        head = head.replace("(reading", "(\n        reading").replace(">) throws", ">\n    ) throws")
    code.append(head)
    for member in members:
        line = f"        {member.read()}"
        if len(line) > 120:
            line = line.replace("(", "(\n            ").replace(", ", ",\n            ").replace(")", "\n        )")
        code.append(line)
    code += (["    }"] if members else []) + ["}"]
    return value, code


def service_lines(data, package, comment_of, path):
    name = text(data, 1)
    lines = []
    documented(lines, "    ", comment_of.get(path, ""))
    lines.append(f"    package enum {name} {{")
    lines.append(f'        package static let wireName = "{package}.{name}"')
    for index, method in enumerate(all_of(data, 2)):
        raw, request, response = text(method, 1), text(method, 2).split(".")[-1], text(method, 3).split(".")[-1]
        if integer(method, 5) or integer(method, 6):
            sys.exit(f"generate_wire.py: {name}/{raw}: streams are not supported")
        documented(lines, "        ", comment_of.get(path + (2, index), ""))
        call = swift(snake(raw))
        lines.append(f"        package static let {call} = WireMethod<{request}, {response}>(")
        lines += [f'            name: "{package}.{name}/{raw}"', "        )"]
    return lines + ["    }"]


def file_text(file):
    package, comment_of = text(file, 2), comments(file)
    blocks, codes = [], []
    for index, data in enumerate(all_of(file, 6)):
        blocks.append(service_lines(data, package, comment_of, (6, index)))
    for index, data in enumerate(all_of(file, 5)):
        blocks.append(enum_lines(data, comment_of, (5, index)))
    for index, data in enumerate(all_of(file, 4)):
        value, code = message_lines(data, package, comment_of, (4, index))
        blocks.append(value)
        codes.append(code)
    lines = [f"// Made from Protos/{text(file, 1)} by dev/generate.sh. Do not edit.", "", "import CProtobufC"]
    lines += ["import CProtos", "", "extension Wire {"]
    for index, block in enumerate(blocks):
        lines += ([""] if index else []) + block
    lines.append("}")
    for code in codes:
        lines += ["", *code]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: generate_wire.py DESCRIPTOR_SET FOLDER")
    with open(sys.argv[1], "rb") as source:
        files = all_of(source.read(), 1)
    for file in files:
        base = os.path.splitext(os.path.basename(text(file, 1)))[0]
        name = "".join(part.capitalize() for part in base.split("_")) + ".swift"
        with open(os.path.join(sys.argv[2], name), "w", encoding="utf-8") as target:
            target.write(file_text(file))


if __name__ == "__main__":
    main()
