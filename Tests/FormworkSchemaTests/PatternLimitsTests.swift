import FormworkSchema
import Testing

@Suite struct PatternLimitsTests {
  @Test func theDefaultsAreBounded() {
    #expect(PatternLimits().byteCount == 65_536)
  }
}
