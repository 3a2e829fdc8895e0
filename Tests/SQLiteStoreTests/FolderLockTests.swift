import LinuxSystem
import Testing

@Suite struct FolderLockTests {
    @Test func aFolderIsHadOnce() {
        let folder = TemporaryFolder()
        do {
            let first = FolderLock(folder.path)
            #expect(first != nil)
            #expect(FolderLock(folder.path) == nil)
            withExtendedLifetime(first) {}
        }
        #expect(FolderLock(folder.path) != nil)
    }
}
