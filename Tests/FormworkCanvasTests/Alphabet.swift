/// The characters of the random pictures.
enum Alphabet {
  static let plain = ["a", "b", "c", " ", " ", "x", "Z", "0", "-", "│"]
  static let wide = ["漢", "字", "カ", "한", "Ａ", "🎉", "👩"]
  static let marked = [
    "e\u{301}", "o\u{308}\u{301}", "漢\u{301}", "कि", "नं", "שָ", "مَ", "ש", "ע", "ب",
  ]
  static let long = ["z\u{301}\u{302}\u{303}\u{304}\u{305}", "が\u{301}\u{302}\u{303}"]
  static let emoji = [
    "👩\u{200D}💻", "👨\u{200D}👩\u{200D}👧", "👍🏽", "🇩🇪", "🇫🇷", "1\u{FE0F}\u{20E3}", "☺\u{FE0F}",
    "❤\u{FE0F}",
    "👁\u{FE0F}\u{200D}🗨\u{FE0F}",
  ]
  static let unseen = ["\u{7}", "\n", "\u{1B}", "\u{202E}", "\u{9B}", "\u{200B}"]
}
