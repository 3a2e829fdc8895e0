import OptionParsing

extension Session {
    /// The operands as the coordinator must call them: paths made absolute, addresses as they are.
    func absolute(_ parsed: ParsedArguments) throws(CommandFailure) -> [String] {
        let folder = outside.workingFolder()
        var uris = [String]()
        for operand in parsed.operands {
            if operand.isEmpty { throw .usage(parsed.usageError("FILE: the value is empty")) }
            let needsFolder = operand.utf8.first != UInt8(ascii: "/") && PathResolution.scheme(of: operand) == nil
            guard folder != nil || !needsFolder else {
                throw .failed("cannot resolve ‘\(operand)’: the working folder is gone; give an absolute path")
            }
            uris.append(PathResolution.absolute(operand, folder: folder ?? "/"))
        }
        return uris
    }
}
