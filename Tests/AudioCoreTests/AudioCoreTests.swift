// Tests of AudioCore.
