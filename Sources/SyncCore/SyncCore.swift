// Placeholder until the first type of this module is written.
