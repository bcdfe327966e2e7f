import Accounts
import ArgumentParser
import FormworkCore
import FormworkHost

/// The options that change the policy, except its terms.
struct PolicyOptions: ParsableArguments, Sendable {
  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive,
    help: "Accept new accounts, or none; needs --as with an administrator.")
  var open: Bool?

  @Option(
    help: ArgumentHelp(
      "The length of usernames, such as 3-32; needs --as with an administrator.",
      valueName: "range"))
  var usernameLength: LengthRange?

  @Option(
    help: ArgumentHelp(
      "The length of passwords, such as 15-128; needs --as with an administrator.",
      valueName: "range"))
  var passwordLength: LengthRange?

  func validate() throws {
    for (option, length, limit) in [
      ("--username-length", usernameLength, TextLimits.username),
      ("--password-length", passwordLength, TextLimits.password),
    ] {
      guard let length, length.range.upperBound > limit else { continue }
      throw ValidationError(
        console.catalogue.text(
          for: .key("usage.longLength", ["option": .verbatim(option)], count: limit)))
    }
  }

  /// The first of these options, if any.
  var option: String? {
    if let open { return open ? "--open" : "--no-open" }
    if usernameLength != nil { return "--username-length" }
    return passwordLength == nil ? nil : "--password-length"
  }

  func applied(to policy: RegistrationPolicy) -> RegistrationPolicy {
    var policy = policy
    policy.isOpen = open ?? policy.isOpen
    policy.usernameLength = usernameLength?.range ?? policy.usernameLength
    policy.passwordLength = passwordLength?.range ?? policy.passwordLength
    return policy
  }
}

/// A minimum and a maximum length, from 1 on, written as `3-32`.
struct LengthRange: ExpressibleByArgument, Sendable {
  let range: ClosedRange<Int>

  init?(argument: String) {
    let bounds = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard bounds.count == 2, let least = bounds[0], let most = bounds[1], 1 <= least, least <= most
    else { return nil }
    range = least...most
  }
}

extension AccountStore {
  /// Changes the policy, unless others change it at the same time.
  func changePolicy(
    as session: AccountSession,
    _ change: @Sendable (RegistrationPolicy) -> RegistrationPolicy
  ) async throws(AccountStoreError) -> PolicyOutcome {
    let policy = try await policy()
    return try await setPolicy(change(policy), basedOn: policy, as: session)
  }
}
