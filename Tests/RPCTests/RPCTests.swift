// Tests of RPC.
