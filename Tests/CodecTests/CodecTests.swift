// Tests of Codec.
