// Tests of OptionParsing.
