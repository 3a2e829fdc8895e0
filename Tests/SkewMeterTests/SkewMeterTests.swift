// Tests of SkewMeter.
