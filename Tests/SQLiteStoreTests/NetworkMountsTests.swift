import AudioCore
import Glibc
import LinuxSystem
import Testing

/// Which files may stand still.
@Suite struct NetworkMountsTests {
    private static func mounts(_ places: [(path: String, type: String)]) -> NetworkMounts {
        let lines = places.map { "36 35 98:0 / \($0.path) rw,noatime shared:1 master:2 - \($0.type) nas:/music rw\n" }
        return NetworkMounts(mountinfo: Array(lines.joined().utf8))
    }

    private static let house = mounts([
        ("/", "ext4"), ("/mnt/nas", "nfs4"), ("/mnt/nas/usb", "ext4"), ("/mnt/my\\040music", "cifs"),
        ("/mnt/phone", "fuse.sshfs"),
        ("/mnt/twice", "nfs"), ("/mnt/twice", "ext4"),
    ])

    @Test(
        arguments: [
            ("/mnt/nas/a/b.mp3", "/mnt/nas"), ("/mnt/nas", "/mnt/nas"), ("//mnt/./x/../nas//a.mp3", "/mnt/nas"),
            ("/mnt/my music/a.mp3", "/mnt/my music"), ("/mnt/phone/a.mp3", "/mnt/phone"), ("/mnt/nasty/a.mp3", nil),
            ("/mnt/twice/a.mp3", nil), ("/srv/a.mp3", nil), ("/", nil),
        ] as [(String, String?)]
    )
    func aPathIsOnTheMountThatItLeadsTo(path: String, share: String?) {
        #expect(Self.house.share(of: DiskPath(path)) == share.map { DiskPath($0) })
    }

    @Test func linksAreFollowed() throws {
        let folder = TemporaryFolder()
        #expect(symlink("/mnt/nas/albums", folder.path + "/music") == 0)
        #expect(symlink("music/one", folder.path + "/one") == 0)
        #expect(symlink("round", folder.path + "/round") == 0)
        #expect(Self.house.share(of: DiskPath(folder.path + "/one/a.mp3")) == DiskPath("/mnt/nas"))
        #expect(Self.house.share(of: DiskPath(folder.path + "/round/a.mp3")) == nil)
    }

    @Test func aSystemThatIsAllOnANetworkHasNoShares() {
        let mounts = Self.mounts([("/", "nfs")])
        #expect(mounts.share(of: DiskPath("/music/a.mp3")) == nil)
        #expect(NetworkMounts(mountinfo: Array("36 35 98:0 /\n\nx - nfs".utf8)).share(of: DiskPath("/x")) == nil)
    }
}
