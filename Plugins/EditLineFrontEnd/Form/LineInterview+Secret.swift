import Conversation
import FormworkFrontEnd

extension LineInterview {
  func askSecret(_ node: NodeID) throws(Ending) {
    decision = .next
  }
}
