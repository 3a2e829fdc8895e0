// Tests of PlaybackCore.
