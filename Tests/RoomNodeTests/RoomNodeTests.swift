// Tests of RoomNode.
