// Tests of Coordinator.
