/// The names of properties in `\p{…}`, whose spelling is exact, unlike PCRE2's.
///
/// Source: ECMA-262, clause 22.2.1.9 and tables 67 to 69, and the aliases of values in Unicode 17.
enum PatternProperty {
  /// Returns the inside of PCRE2's `\p{…}` for a property, or `nil` for an unknown one.
  ///
  /// A leading `^` negates the property. PCRE2 refuses names of later versions of Unicode itself.
  static func translate(_ property: String) -> String? {
    let parts = property.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    switch (parts.first, parts.count) {
    case ("Assigned", 1): return "^Cn"
    case (let name?, 1): return categories[name] ?? (binaries.contains(name) ? name : nil)
    case ("General_Category", 2), ("gc", 2): return categories[parts[1]]
    case ("Script", 2), ("sc", 2): return scripts.contains(parts[1]) ? "sc:\(parts[1])" : nil
    case ("Script_Extensions", 2), ("scx", 2):
      return scripts.contains(parts[1]) ? "scx:\(parts[1])" : nil
    default: return nil
    }
  }

  /// The properties that have other characters in PCRE2 10.42.
  ///
  /// It knows only pairs of mirrored characters, and lacks characters of no script that only some scripts use.
  static let differing: Set = [
    "Bidi_Mirrored", "Bidi_M", "scx:Common", "scx:Zyyy", "scx:Inherited", "scx:Zinh", "scx:Qaai",
  ]

  /// The categories under all their names, with PCRE2's names.
  private static let categories: [String: String] = {
    var categories: [String: String] = [:]
    for line in categoryNames.split(separator: " ") {
      let names = line.split(separator: "/").map(String.init)
      for name in names { categories[name] = names[0] == "LC" ? "L&" : names[0] }
    }
    return categories
  }()

  private static let binaries = Set(binaryNames.split(separator: " ").map(String.init))
  private static let scripts = Set(scriptNames.split(separator: " ").map(String.init))

  private static let categoryNames = """
    C/Other Cc/Control/cntrl Cf/Format Cn/Unassigned Co/Private_Use Cs/Surrogate L/Letter \
    LC/Cased_Letter Ll/Lowercase_Letter Lm/Modifier_Letter Lo/Other_Letter Lt/Titlecase_Letter \
    Lu/Uppercase_Letter M/Mark/Combining_Mark Mc/Spacing_Mark Me/Enclosing_Mark \
    Mn/Nonspacing_Mark N/Number Nd/Decimal_Number/digit Nl/Letter_Number No/Other_Number \
    P/Punctuation/punct Pc/Connector_Punctuation Pd/Dash_Punctuation Pe/Close_Punctuation \
    Pf/Final_Punctuation Pi/Initial_Punctuation Po/Other_Punctuation Ps/Open_Punctuation \
    S/Symbol Sc/Currency_Symbol Sk/Modifier_Symbol Sm/Math_Symbol So/Other_Symbol Z/Separator \
    Zl/Line_Separator Zp/Paragraph_Separator Zs/Space_Separator
    """

  private static let binaryNames = """
    ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Bidi_Control Bidi_C Bidi_Mirrored Bidi_M \
    Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM \
    Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT \
    Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia \
    Emoji Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation \
    EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext \
    Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS \
    Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math \
    Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS \
    Quotation_Mark QMark Radical Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD \
    Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS \
    White_Space space XID_Continue XIDC XID_Start XIDS
    """

  private static let scriptNames = """
    Adlam Adlm Aghb Ahom Anatolian_Hieroglyphs Arab Arabic Armenian Armi Armn Avestan Avst Bali \
    Balinese Bamu Bamum Bass Bassa_Vah Batak Batk Beng Bengali Berf Beria_Erfe Bhaiksuki Bhks \
    Bopo Bopomofo Brah Brahmi Brai Braille Bugi Buginese Buhd Buhid Cakm Canadian_Aboriginal Cans \
    Cari Carian Caucasian_Albanian Chakma Cham Cher Cherokee Chorasmian Chrs Common Copt Coptic \
    Cpmn Cprt Cuneiform Cypriot Cypro_Minoan Cyrillic Cyrl Deseret Deva Devanagari Diak \
    Dives_Akuru Dogr Dogra Dsrt Dupl Duployan Egyp Egyptian_Hieroglyphs Elba Elbasan Elym Elymaic \
    Ethi Ethiopic Gara Garay Geor Georgian Glag Glagolitic Gong Gonm Goth Gothic Gran Grantha \
    Greek Grek Gujarati Gujr Gukh Gunjala_Gondi Gurmukhi Guru Gurung_Khema Han Hang Hangul Hani \
    Hanifi_Rohingya Hano Hanunoo Hatr Hatran Hebr Hebrew Hira Hiragana Hluw Hmng Hmnp Hung \
    Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Ital Java Javanese \
    Kaithi Kali Kana Kannada Katakana Kawi Kayah_Li Khar Kharoshthi Khitan_Small_Script Khmer \
    Khmr Khoj Khojki Khudawadi Kirat_Rai Kits Knda Krai Kthi Lana Lao Laoo Latin Latn Lepc Lepcha \
    Limb Limbu Lina Linb Linear_A Linear_B Lisu Lyci Lycian Lydi Lydian Mahajani Mahj Maka \
    Makasar Malayalam Mand Mandaic Mani Manichaean Marc Marchen Masaram_Gondi Medefaidrin Medf \
    Meetei_Mayek Mend Mende_Kikakui Merc Mero Meroitic_Cursive Meroitic_Hieroglyphs Miao Mlym \
    Modi Mong Mongolian Mro Mroo Mtei Mult Multani Myanmar Mymr Nabataean Nag_Mundari Nagm Nand \
    Nandinagari Narb Nbat New_Tai_Lue Newa Nko Nkoo Nshu Nushu Nyiakeng_Puachue_Hmong Ogam Ogham \
    Ol_Chiki Ol_Onal Olck Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian \
    Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Onao Oriya Orkh Orya Osage Osge Osma \
    Osmanya Ougr Pahawh_Hmong Palm Palmyrene Pau_Cin_Hau Pauc Perm Phag Phags_Pa Phli Phlp Phnx \
    Phoenician Plrd Prti Psalter_Pahlavi Qaac Qaai Rejang Rjng Rohg Runic Runr Samaritan Samr \
    Sarb Saur Saurashtra Sgnw Sharada Shavian Shaw Shrd Sidd Siddham Sidetic Sidt SignWriting \
    Sind Sinh Sinhala Sogd Sogdian Sogo Sora Sora_Sompeng Soyo Soyombo Sund Sundanese Sunu \
    Sunuwar Sylo Syloti_Nagri Syrc Syriac Tagalog Tagb Tagbanwa Tai_Le Tai_Tham Tai_Viet Tai_Yo \
    Takr Takri Tale Talu Tamil Taml Tang Tangsa Tangut Tavt Tayo Telu Telugu Tfng Tglg Thaa \
    Thaana Thai Tibetan Tibt Tifinagh Tirh Tirhuta Tnsa Todhri Todr Tolong_Siki Tols Toto \
    Tulu_Tigalari Tutg Ugar Ugaritic Unknown Vai Vaii Vith Vithkuqi Wancho Wara Warang_Citi Wcho \
    Xpeo Xsux Yezi Yezidi Yi Yiii Zanabazar_Square Zanb Zinh Zyyy Zzzz
    """
}
