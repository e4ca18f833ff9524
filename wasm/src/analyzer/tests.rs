use super::*;
use crate::tests::random::random;

fn terms(stemmer: &str, text: &str) -> Vec<String> {
    let mut out = Vec::new();
    Analyzer::new(StemmerId::by_name(stemmer).unwrap()).words(text, |word| out.push(word.term[1..].to_owned()));
    out
}

#[test]
fn seed_002_example() {
    assert_eq!(terms("english", "Error-Handling in Rust"), ["error", "handl", "in", "rust"]);
}

#[test]
fn long_words_are_dropped_but_keep_their_position() {
    let long = "a".repeat(41);
    let kept = "é".repeat(40);
    let mut seen = Vec::new();
    Analyzer::new(StemmerId::by_name("none").unwrap())
        .words(&format!("one {long} two {kept}"), |word| seen.push((word.word, word.position)));
    assert_eq!(seen, [("one".to_owned(), 0), ("two".to_owned(), 2), (kept, 3)]);
}

#[test]
fn terms_of_different_stemmers_differ() {
    let mut out = Vec::new();
    for stemmer in ["english", "german"] {
        Analyzer::new(StemmerId::by_name(stemmer).unwrap()).words("running", |word| out.push(word.term));
    }
    assert_eq!(out, ["\u{5}run", "\u{8}running"]);
}

#[test]
fn camel_case_is_indexed_whole_and_in_parts_at_one_place() {
    let mut seen = Vec::new();
    let analyzer = Analyzer::new(StemmerId::by_name("none").unwrap());
    let mut stream = analyzer.tokens("the getUserName of HTTPServer2 iPhone ABC x");
    while stream.advance() {
        seen.push((stream.token().term[1..].to_owned(), stream.token().position));
    }
    let expected = [
        ("the", 0),
        ("getusername", 1),
        ("get", 1),
        ("user", 1),
        ("name", 1),
        ("of", 2),
        ("httpserver2", 3),
        ("http", 3),
        ("server2", 3),
        ("iphone", 4),
        ("i", 4),
        ("phone", 4),
        ("abc", 5),
        ("x", 6),
    ];
    assert_eq!(seen, expected.map(|(term, position)| (term.to_owned(), position)));
    assert_eq!(terms("none", "getUserName"), ["getusername"]);
    let mut parts = Vec::new();
    Analyzer::new(StemmerId::by_name("none").unwrap()).words("a getUserName", |word| parts.push(word.parts));
    assert_eq!(parts, [vec![], ["\u{1}get", "\u{1}user", "\u{1}name"].map(str::to_owned).to_vec()]);
}

#[test]
fn unspaced_scripts_give_pairs() {
    assert_eq!(terms("none", "日本語の検索 ok 猫"), ["日本", "本語", "語の", "の検", "検索", "ok", "猫"]);
    assert_eq!(terms("none", "Rust入門2"), ["rust", "入門", "2"]);
    assert_eq!(terms("english", "한국어"), ["한국", "국어"]);
}

#[test]
fn thai_gives_pairs_of_clusters() {
    assert_eq!(terms("none", "การสร้าง"), ["การ", "รส", "สร้า", "ร้าง"]);
    assert_eq!(terms("none", "เปิด Vue ใช้"), ["เปิด", "vue", "ใช้"]);
    assert_eq!(terms("none", "か\u{3099}き"), terms("none", "がき"));
    assert_eq!(terms("none", "ｶﾞｲﾄﾞ"), terms("none", "ガイド"));
}

#[test]
fn points_that_readers_do_without_are_folded_and_kept_beside() {
    for (pointed, plain) in [
        ("كِتَابٌ", "كتاب"),
        ("أحمد", "احمد"),
        ("שָׁלוֹם", "שלום"),
        ("всё", "все"),
        ("за\u{301}мок", "замок"),
        ("क़लम", "कलम"),
        ("हाँ", "हां"),
    ] {
        assert_eq!(terms("none", pointed), terms("none", plain), "{pointed}");
        let mut accented = Vec::new();
        Analyzer::new(StemmerId::by_name("none").unwrap())
            .words(pointed, |word| accented.push(word.accented.is_some()));
        assert_eq!(accented, [true], "{pointed}");
    }
    assert_ne!(terms("none", "йод"), terms("none", "иод"));
    assert_eq!(terms("russian", "своё"), terms("russian", "свое"));
}

#[test]
fn accents_of_latin_and_greek_are_folded_and_others_kept() {
    assert_eq!(terms("none", "Café cafe\u{301} naïve ΆΛΦΑ йод"), ["cafe", "cafe", "naive", "αλφα", "йод"]);
    assert_eq!(terms("french", "élégante"), terms("french", "elegante"));
    assert_eq!(terms("english", "résumés"), terms("english", "resume"));
    let mut accented = Vec::new();
    Analyzer::new(StemmerId::by_name("none").unwrap())
        .words("Élégante cote cote\u{301} ete", |word| accented.push(word.accented));
    assert_eq!(accented, [Some("\u{1}élégante".to_owned()), None, Some("\u{1}coté".to_owned()), None]);
}

#[test]
fn offsets_are_bytes_of_the_text() {
    let text = "  Ünïcode ÄÖ, x";
    let mut seen = Vec::new();
    Analyzer::new(StemmerId::by_name("none").unwrap())
        .words(text, |word| seen.push((&text[word.from..word.to], word.word)));
    assert_eq!(seen, [("Ünïcode", "ünïcode".to_owned()), ("ÄÖ", "äö".to_owned()), ("x", "x".to_owned())]);
}

#[test]
fn no_word_is_ruled_out_that_gives_the_term_looked_for() {
    let mut random = random(5);
    let endings =
        ["", "ing", "ational", "ies", "heit", "ement", "amente", "lardan", "ák", "issa", "ий", "ность", "é", "s"];
    for byte in 1..=19 {
        let analyzer = Analyzer::new(StemmerId::by_byte(byte).unwrap());
        let exceptions = ["dying", "lying", "skies", "ugly", "a", "y", "yes", "as", "ids", "e\u{301}te", "ie", "x1"]
            .map(str::to_owned);
        let made = (0..4000).map(|_| {
            let stem: String = (0..1 + random(9)).map(|_| char::from(b'a' + random(26) as u8)).collect();
            stem + endings[random(endings.len())]
        });
        for word in made.collect::<Vec<_>>().iter().chain(&exceptions) {
            analyzer.words(word, |seen| {
                let initials = Initials::of([seen.term.as_str()].into_iter());
                assert!(!initials.rule_out(&seen.word), "{word}: {}", seen.term);
            });
        }
    }
}

#[test]
fn only_leaves_out_words_that_cannot_be_meant_and_keeps_places() {
    let analyzer = Analyzer::new(StemmerId::by_name("english").unwrap());
    let mut seen = Vec::new();
    let mut stream = analyzer
        .tokens("Running makes théatre getUserName of élan reruns")
        .only(Initials::of(["\u{5}run", "\u{5}user"].into_iter()));
    while stream.advance() {
        seen.push((stream.token().term[1..].to_owned(), stream.token().position));
    }
    let expected = [("run", 0), ("getusernam", 3), ("get", 3), ("user", 3), ("name", 3), ("elan", 5), ("élan", 5)];
    assert_eq!(seen, expected.map(|(term, position)| (term.to_owned(), position)));
}

#[test]
fn names_keep_their_signs_beside_the_word() {
    let signed = |text: &str| {
        let mut out = Vec::new();
        Analyzer::new(StemmerId::by_name("english").unwrap())
            .words(text, |word| out.extend(word.signed.map(|signed| signed[1..].to_owned())));
        out
    };
    assert_eq!(
        signed("C++, C# and F#. The .NET `.gitignore` ~/.bashrc g++"),
        ["c++", "c#", "f#", ".net", ".gitignore", ".bashrc", "g++"]
    );
    for text in ["e.g. this", "a...b ...and", "node.js", "foo#bar", "a## #5", "f().then x[0].y", "a+b", "a+++b", "C++x"]
    {
        assert_eq!(signed(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn letters_without_an_accent_to_remove_are_folded_too() {
    assert_eq!(terms("none", "Straße ŁÓDŹ smørrebrød ＡＢＣ ﬁle"), ["strasse", "lodz", "smorrebrod", "abc", "file"]);
    assert_eq!(terms("german", "Straße"), terms("german", "Strasse"));
}
