// Tests of WireFormat.
