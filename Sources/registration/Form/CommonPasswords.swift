import FormworkCore

/// Passwords that an attacker tries first.
///
/// NIST SP 800-63B-4, section 3.1.1.2, requires a comparison of the whole password with a list of
/// common or expected ones. These words are the most frequent ones in lists of leaked passwords;
/// the patterns of such lists are found by rules.
enum CommonPasswords {
  /// Whether a password is on the list, or is one of its patterns.
  static func contain(_ secret: Secret) -> Bool {
    if secret.isEmpty { return false }
    return secret.repeats(upTo: 4) || secret.isSequence || list.contains(where: secret.equals)
      || list.contains { isRepetition(secret, of: $0) }
  }

  /// Whether the secret is a listed word twice or more.
  private static func isRepetition(_ secret: Secret, of word: String) -> Bool {
    let length = word.utf8.count
    guard secret.byteCount >= length * 2, secret.byteCount % length == 0 else { return false }
    return secret.equals(String(repeating: word, count: secret.byteCount / length))
  }

  private static let list = """
    123456 1234567 12345678 123456789 1234567890 12345678910 123456789012345 1234567890123456
    0123456789012345 0987654321 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u8i 1qaz2wsx
    1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw2 123qwe 123qweasd 123qweasdzxc 147258369 159753 abc123
    abcd1234 abcdefghijklmno abcdefghijklmnop abcdefghijklmnopqrstuvwxyz admin administrator
    adminadminadmin asdfghjkl asdfghjkl;' asdfghjklqwertyuiop baseball basketball batman
    correcthorsebatterystaple changeme changemechangeme computer dragon football freedom hello
    hello123 helloworld iloveyou iloveyou1 iloveyouiloveyou iloveyousomuch iloveyouforever jordan23 letmein letmeinletmein liverpool
    login lovely loveyou master michael microsoft monkey mustang mynoob mypassword
    mypassword123 ninja nothing p@ssw0rd pa55word pa55w0rd pass pass1234 passw0rd password
    password! password1 password12 password123 password1234 password12345 password123456
    password1234567 password12345678 password123456789 passwordpassword1 passwort
    pokemon princess q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx qazwsxedc qazwsxedcrfv
    qazwsxedcrfvtgb qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345
    qwerty123456 qwerty1234567 qwerty123456789 qwertyuiop qwertyuiop[] qwertyuiop123
    qwertyuiopasdfgh qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm samsung secret
    shadow starwars sunshine superman thisisapassword thisismypassword trustno1 unknown
    welcome welcome1 welcome123 whatever youaremysunshine zaq12wsx zaq1zaq1 zxcvbnm
    zxcvbnmasdfghjkl zxcvbnmasdfghjklqwertyuiop
    """
    .split(whereSeparator: \.isWhitespace).map(String.init)
}
