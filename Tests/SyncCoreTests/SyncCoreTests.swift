// Tests of SyncCore.
