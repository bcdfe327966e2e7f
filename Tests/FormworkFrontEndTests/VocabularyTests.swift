import CFormwork
import FormworkFrontEnd
import Testing

/// The numbers of the vocabulary are those of `formwork.h`.
struct VocabularyTests {
  @Test func nodeKindsAreThoseOfTheContract() {
    let contract: [(NodeKind, formwork_node_kind)] = [
      (.unknown, formwork_node_kind(rawValue: 0)),
      (.screen, FORMWORK_SCREEN), (.group, FORMWORK_GROUP), (.textField, FORMWORK_TEXT_FIELD),
      (.secretField, FORMWORK_SECRET_FIELD), (.textArea, FORMWORK_TEXT_AREA),
      (.toggle, FORMWORK_TOGGLE), (.choice, FORMWORK_CHOICE), (.choices, FORMWORK_CHOICES),
      (.option, FORMWORK_OPTION), (.button, FORMWORK_BUTTON), (.note, FORMWORK_NOTE),
      (.notice, FORMWORK_NOTICE), (.alert, FORMWORK_ALERT), (.progress, FORMWORK_PROGRESS),
      (.list, FORMWORK_LIST), (.row, FORMWORK_ROW),
    ]
    #expect(contract.map(\.0) == NodeKind.allCases)
    #expect(contract.map(\.0.rawValue) == contract.map(\.1.rawValue))
  }

  @Test func propertiesAreThoseOfTheContract() {
    let contract: [(Property, formwork_property)] = [
      (.label, FORMWORK_LABEL), (.detail, FORMWORK_DETAIL),
      (.placeholder, FORMWORK_PLACEHOLDER), (.value, FORMWORK_VALUE), (.cursor, FORMWORK_CURSOR),
      (.status, FORMWORK_STATUS), (.explanation, FORMWORK_EXPLANATION),
      (.required, FORMWORK_REQUIRED), (.enabled, FORMWORK_ENABLED), (.busy, FORMWORK_BUSY),
      (.selected, FORMWORK_SELECTED), (.fraction, FORMWORK_FRACTION), (.layout, FORMWORK_LAYOUT),
      (.format, FORMWORK_FORMAT), (.role, FORMWORK_ROLE), (.rowCount, FORMWORK_ROW_COUNT),
      (.firstRow, FORMWORK_FIRST_ROW),
    ]
    #expect(contract.map(\.0) == Property.allCases)
    #expect(contract.map(\.0.rawValue) == contract.map(\.1.rawValue))
  }

  @Test func statusesAreThoseOfTheContract() {
    let contract: [(NodeStatus, formwork_status)] = [
      (.nothing, FORMWORK_STATUS_NONE), (.incomplete, FORMWORK_STATUS_INCOMPLETE),
      (.invalid, FORMWORK_STATUS_INVALID), (.waiting, FORMWORK_STATUS_WAITING),
      (.checking, FORMWORK_STATUS_CHECKING), (.refused, FORMWORK_STATUS_REFUSED),
      (.unverified, FORMWORK_STATUS_UNVERIFIED), (.valid, FORMWORK_STATUS_VALID),
      (.loading, FORMWORK_STATUS_LOADING), (.failed, FORMWORK_STATUS_FAILED),
      (.submitting, FORMWORK_STATUS_SUBMITTING), (.done, FORMWORK_STATUS_DONE),
    ]
    #expect(contract.map(\.0) == NodeStatus.allCases)
    #expect(contract.map(\.0.rawValue) == contract.map { Int($0.1.rawValue) })
  }

  @Test func formatsAreThoseOfTheContract() {
    let contract: [(NodeFormat, formwork_format)] = [
      (.plain, FORMWORK_FORMAT_PLAIN), (.email, FORMWORK_FORMAT_EMAIL),
      (.wholeNumber, FORMWORK_FORMAT_WHOLE_NUMBER), (.decimal, FORMWORK_FORMAT_DECIMAL),
      (.date, FORMWORK_FORMAT_DATE), (.time, FORMWORK_FORMAT_TIME),
      (.dateAndTime, FORMWORK_FORMAT_DATE_AND_TIME),
      (.webAddress, FORMWORK_FORMAT_WEB_ADDRESS),
    ]
    #expect(contract.map(\.0) == NodeFormat.allCases)
    #expect(contract.map(\.0.rawValue) == contract.map { Int($0.1.rawValue) })
  }

  @Test func rolesAreThoseOfTheContract() {
    let contract: [(NodeRole, formwork_role)] = [
      (.nothing, FORMWORK_ROLE_NONE), (.submit, FORMWORK_ROLE_SUBMIT),
      (.cancel, FORMWORK_ROLE_CANCEL), (.decline, FORMWORK_ROLE_DECLINE),
      (.destroy, FORMWORK_ROLE_DESTROY),
    ]
    #expect(contract.map(\.0) == NodeRole.allCases)
    #expect(contract.map(\.0.rawValue) == contract.map { Int($0.1.rawValue) })
  }

  @Test func needsAreThoseOfTheContract() {
    let needs: [FrontEndNeeds] = [
      .terminal, .modesNamed, .paste, .pointer, .keys, .lines, .characters, .alternateScreen,
    ]
    let bits = [
      FORMWORK_NEEDS_TERMINAL, FORMWORK_MODES_NAMED, FORMWORK_USES_PASTE, FORMWORK_USES_POINTER,
      FORMWORK_USES_KEYS, FORMWORK_USES_LINES, FORMWORK_USES_CHARACTERS, FORMWORK_USES_SCREEN,
    ]
    #expect(needs.map(\.rawValue) == bits.map(\.rawValue))
  }

  @Test func textsHaveTheLimitOfTheContract() {
    #expect(LineInput.limit == Int(FORMWORK_TEXT_LIMIT))
  }
}
