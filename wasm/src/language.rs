//! Detects the language of a text. The result depends on the text alone, so it is the same in every thread and on every
//! machine.
use crate::stop_words::is_stop_word;
use whatlang::{detect, Lang};

/// The stemmer of a text whose language is unclear, because the text is too short, only code, or mixed.
const FALLBACK: &str = "english";

/// How many bytes of prose are used, and how many bytes of text are searched for prose.
const SAMPLE_BYTES: usize = 4 << 10;
const SEARCHED_BYTES: usize = 64 << 10;

/// The detector calls itself reliable on fewer letters too, but is wrong there too often.
const MIN_LETTERS: usize = 40;

/// With this many letters, half the confidence is enough. Confidence is then low only because of a related language or
/// English words in the text.
const MANY_LETTERS: usize = 1000;

/// The language of a text without frontmatter.
pub(crate) struct Detected {
    /// The language's stemmer, `none` when there is no such stemmer, and `english` when the language is in doubt.
    pub(crate) stemmer: &'static str,
    /// The code of ISO 639-1. None when the language is in doubt.
    pub(crate) code: Option<&'static str>,
}

pub(crate) fn language_of(text: &str) -> Detected {
    match detected(text) {
        Some(lang) => Detected { stemmer: stemmer_of(lang), code: Some(code_of(lang)) },
        None => Detected { stemmer: FALLBACK, code: None },
    }
}

fn detected(text: &str) -> Option<Lang> {
    let prose = without_foreign_latin(prose(text));
    let found = detect(&prose)?;
    let letters = prose.chars().filter(|char| char.is_alphabetic()).count();
    let is_sure = match letters {
        ..MIN_LETTERS => has_own_script(found.lang()),
        MIN_LETTERS..MANY_LETTERS => found.is_reliable(),
        MANY_LETTERS.. => found.is_reliable() || found.confidence() >= 0.5,
    };
    is_sure.then(|| found.lang())
}

/// Removes Latin letters when at least a quarter of the letters belong to another script. English terms are common in
/// texts of every script, so the Latin letters then say nothing about the language.
fn without_foreign_latin(prose: String) -> String {
    let letters = prose.chars().filter(|char| char.is_alphabetic()).count();
    let latin = prose.chars().filter(|char| is_latin(*char)).count();
    if letters == latin || (letters - latin) * 4 < letters {
        return prose;
    }
    prose.chars().map(|char| if is_latin(char) { ' ' } else { char }).collect()
}

fn is_latin(char: char) -> bool {
    char.is_alphabetic() && matches!(char, '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}')
}

/// Languages that a few letters identify, because no other language here uses the script.
fn has_own_script(lang: Lang) -> bool {
    matches!(lang, Lang::Cmn | Lang::Ell | Lang::Jpn | Lang::Kor | Lang::Tam)
}

fn stemmer_of(lang: Lang) -> &'static str {
    match lang {
        Lang::Ara => "arabic",
        Lang::Dan => "danish",
        Lang::Deu => "german",
        Lang::Ell => "greek",
        Lang::Eng => "english",
        Lang::Fin => "finnish",
        Lang::Fra => "french",
        Lang::Hun => "hungarian",
        Lang::Ita => "italian",
        Lang::Nld => "dutch",
        Lang::Nob => "norwegian",
        Lang::Por => "portuguese",
        Lang::Ron => "romanian",
        Lang::Rus => "russian",
        Lang::Spa => "spanish",
        Lang::Swe => "swedish",
        Lang::Tam => "tamil",
        Lang::Tur => "turkish",
        _ => "none",
    }
}

/// The languages with lists of stop words, by their stemmers.
const WITH_STOP_WORDS: [(&str, &str); 13] = [
    ("danish", "da"),
    ("dutch", "nl"),
    ("english", "en"),
    ("finnish", "fi"),
    ("french", "fr"),
    ("german", "de"),
    ("hungarian", "hu"),
    ("italian", "it"),
    ("norwegian", "no"),
    ("portuguese", "pt"),
    ("russian", "ru"),
    ("spanish", "es"),
    ("swedish", "sv"),
];

/// Fewer stop words say nothing: "die" and "in" stand in queries of several languages.
const MIN_STOP_WORDS: usize = 2;

/// The first part of a code of a language: `pt` of `pt-BR`.
pub(crate) fn primary(code: &str) -> &str {
    code.split('-').next().unwrap_or_default()
}

/// The codes of the languages that a query may be in, among these: the one with the most of its words as stop words, two
/// at least; otherwise those of its script. None where neither says anything.
pub(crate) fn query_languages(words: &[&str], among: &[String]) -> Vec<&'static str> {
    if words.is_empty() || among.is_empty() {
        return Vec::new();
    }
    let mut lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    lower.sort_unstable();
    lower.dedup();
    // A list of stop words is expensive to make.
    let used = WITH_STOP_WORDS.iter().filter(|(_, code)| among.iter().any(|lang| lang == code));
    let counted: Vec<(usize, &str)> = used
        .map(|(stemmer, code)| {
            let is_stop =
                |word: &&String| !word.starts_with(crate::analyzer::is_unspaced) && is_stop_word(stemmer, word);
            (lower.iter().filter(is_stop).count(), *code)
        })
        .collect();
    let most = counted.iter().map(|(count, _)| *count).max().unwrap_or(0);
    let mut with_most = counted.iter().filter(|(count, _)| *count == most);
    match (with_most.next(), with_most.next()) {
        (Some((_, code)), None) if most >= MIN_STOP_WORDS => vec![code],
        _ => languages_of_script(words),
    }
}

/// The languages that the letters of a query belong to. Latin letters say nothing.
fn languages_of_script(words: &[&str]) -> Vec<&'static str> {
    let has = |range: std::ops::RangeInclusive<char>| words.iter().any(|word| word.chars().any(|c| range.contains(&c)));
    let scripts: [(std::ops::RangeInclusive<char>, &[&'static str]); 12] = [
        ('\u{3040}'..='\u{30ff}', &["ja"]),
        ('\u{ac00}'..='\u{d7a3}', &["ko"]),
        ('\u{4e00}'..='\u{9fff}', &["zh", "ja"]),
        ('\u{400}'..='\u{52f}', &["ru", "uk", "bg", "be", "sr", "mk", "kk", "ky", "mn", "tg"]),
        ('\u{370}'..='\u{3ff}', &["el"]),
        ('\u{590}'..='\u{5ff}', &["he", "yi"]),
        ('\u{600}'..='\u{6ff}', &["ar", "fa", "ur", "ps", "ckb"]),
        ('\u{900}'..='\u{97f}', &["hi", "mr", "ne"]),
        ('\u{980}'..='\u{9ff}', &["bn", "as"]),
        ('\u{b80}'..='\u{bff}', &["ta"]),
        ('\u{e00}'..='\u{e7f}', &["th"]),
        ('\u{10a0}'..='\u{10ff}', &["ka"]),
    ];
    scripts.into_iter().find(|(range, _)| has(range.clone())).map_or_else(Vec::new, |(_, codes)| codes.to_vec())
}

/// The codes of BCP 47. No language lacks one: a test goes through all.
const CODES: [(Lang, &str); 70] = [
    (Lang::Afr, "af"),
    (Lang::Aka, "ak"),
    (Lang::Amh, "am"),
    (Lang::Ara, "ar"),
    (Lang::Aze, "az"),
    (Lang::Bel, "be"),
    (Lang::Ben, "bn"),
    (Lang::Bul, "bg"),
    (Lang::Cat, "ca"),
    (Lang::Ces, "cs"),
    (Lang::Cmn, "zh"),
    (Lang::Cym, "cy"),
    (Lang::Dan, "da"),
    (Lang::Deu, "de"),
    (Lang::Ell, "el"),
    (Lang::Eng, "en"),
    (Lang::Epo, "eo"),
    (Lang::Est, "et"),
    (Lang::Fin, "fi"),
    (Lang::Fra, "fr"),
    (Lang::Guj, "gu"),
    (Lang::Heb, "he"),
    (Lang::Hin, "hi"),
    (Lang::Hrv, "hr"),
    (Lang::Hun, "hu"),
    (Lang::Hye, "hy"),
    (Lang::Ind, "id"),
    (Lang::Ita, "it"),
    (Lang::Jav, "jv"),
    (Lang::Jpn, "ja"),
    (Lang::Kan, "kn"),
    (Lang::Kat, "ka"),
    (Lang::Khm, "km"),
    (Lang::Kor, "ko"),
    (Lang::Lat, "la"),
    (Lang::Lav, "lv"),
    (Lang::Lit, "lt"),
    (Lang::Mal, "ml"),
    (Lang::Mar, "mr"),
    (Lang::Mkd, "mk"),
    (Lang::Mya, "my"),
    (Lang::Nep, "ne"),
    (Lang::Nld, "nl"),
    (Lang::Nob, "no"),
    (Lang::Ori, "or"),
    (Lang::Pan, "pa"),
    (Lang::Pes, "fa"),
    (Lang::Pol, "pl"),
    (Lang::Por, "pt"),
    (Lang::Ron, "ro"),
    (Lang::Rus, "ru"),
    (Lang::Sin, "si"),
    (Lang::Slk, "sk"),
    (Lang::Slv, "sl"),
    (Lang::Sna, "sn"),
    (Lang::Spa, "es"),
    (Lang::Srp, "sr"),
    (Lang::Swe, "sv"),
    (Lang::Tam, "ta"),
    (Lang::Tel, "te"),
    (Lang::Tgl, "tl"),
    (Lang::Tha, "th"),
    (Lang::Tuk, "tk"),
    (Lang::Tur, "tr"),
    (Lang::Ukr, "uk"),
    (Lang::Urd, "ur"),
    (Lang::Uzb, "uz"),
    (Lang::Vie, "vi"),
    (Lang::Yid, "yi"),
    (Lang::Zul, "zu"),
];

fn code_of(lang: Lang) -> &'static str {
    CODES.iter().find(|(known, _)| *known == lang).map_or("", |(_, code)| code)
}

/// The start of the prose in a text. It leaves out code blocks, code spans, and everything that does not look like
/// words.
fn prose(text: &str) -> String {
    let mut out = String::with_capacity(SAMPLE_BYTES);
    let mut open: Option<&str> = None;
    let mut searched = 0;
    for line in text.lines() {
        match (open, fence_of(line)) {
            (None, Some((mark, _))) => open = Some(mark),
            (None, None) => push_words(line, &mut out),
            (Some(start), Some((mark, ""))) if mark.starts_with(start) => open = None,
            (Some(_), _) => {}
        }
        searched += line.len() + 1;
        if out.len() >= SAMPLE_BYTES || searched >= SEARCHED_BYTES {
            break;
        }
    }
    out
}

/// The fence of three or more backticks or tildes that opens or closes a code block on this line, and the text after
/// it.
fn fence_of(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let mark = line.chars().next().filter(|char| matches!(char, '`' | '~'))?;
    let (fence, rest) = line.split_at(line.find(|char| char != mark).unwrap_or(line.len()));
    (fence.len() >= 3 && !(mark == '`' && rest.contains('`'))).then_some((fence, rest.trim()))
}

/// Adds the words of a line. It leaves out code spans, and words with other signs inside: addresses, paths, names,
/// tags.
fn push_words(line: &str, out: &mut String) {
    for (at, part) in line.split('`').enumerate() {
        // Every second part is between backticks.
        if at % 2 == 1 {
            continue;
        }
        for word in part.split_whitespace() {
            if out.len() >= SAMPLE_BYTES {
                return;
            }
            let word = word.trim_matches(|char: char| !char.is_alphanumeric());
            // In languages without spaces, one "word" is a whole sentence with its punctuation.
            if word.is_ascii() && !word.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'\'' | b'-')) {
                continue;
            }
            if !word.is_empty() {
                out.push_str(word);
                out.push(' ');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_code_of_its_own() {
        let codes: std::collections::BTreeSet<&str> = Lang::all().iter().map(|lang| code_of(*lang)).collect();
        assert_eq!(codes.len(), Lang::all().len());
        assert!(codes.iter().all(|code| code.len() == 2));
    }

    fn stemmer_for(text: &str) -> &'static str {
        language_of(text).stemmer
    }

    /// One sentence identifies most languages. Related languages such as Danish and Norwegian, Dutch and Afrikaans, or
    /// Russian and Bulgarian need more.
    const TEXTS: [(&str, &str); 15] = [
        ("danish", "Biblioteket er lukket i dag, fordi medarbejderne skal flytte bøgerne til den nye bygning, og det bliver først færdigt på mandag, siger lederen. Hvis du har lånt en bog, kan du aflevere den i kassen ved indgangen. Vi åbner igen, når alle hylderne er sat op, og når systemet har fået alle oplysninger om, hvor bøgerne står."),
        ("dutch", "De bibliotheek is vandaag gesloten omdat de medewerkers alle boeken naar het nieuwe gebouw verhuizen. Een geleend boek kan worden ingeleverd in de bus bij de ingang; wij beantwoorden uw vragen zodra we weer open zijn."),
        ("english", "The library is closed today because everyone who works there is moving the books to the new building."),
        ("finnish", "Kirjasto on tänään suljettu, koska työntekijät siirtävät kaikki kirjat uuteen rakennukseen."),
        ("french", "La bibliothèque est fermée aujourd'hui parce que les employés déménagent tous les livres."),
        ("german", "Die Bibliothek ist heute geschlossen, weil die Angestellten alle Bücher in das neue Gebäude bringen."),
        ("greek", "Η βιβλιοθήκη είναι κλειστή."),
        ("hungarian", "A könyvtár ma zárva van, mert a dolgozók minden könyvet átvisznek az új épületbe."),
        ("italian", "La biblioteca oggi è chiusa perché gli impiegati stanno portando tutti i libri nel nuovo edificio."),
        ("none", "図書館は今日閉まっています。"),
        ("none", "도서관은 오늘 문을 닫았습니다."),
        ("none", "Biblioteka jest dziś zamknięta, ponieważ pracownicy przenoszą wszystkie książki do nowego budynku."),
        ("russian", "Библиотека сегодня закрыта, потому что сотрудники перевозят все книги в новое здание. Вернуть книгу можно в ящик у входа, а мы ответим на ваши вопросы по электронной почте, как только снова откроемся для читателей."),
        ("swedish", "Biblioteket är stängt i dag eftersom de anställda flyttar alla böcker till den nya byggnaden."),
        ("tamil", "நூலகம் இன்று மூடப்பட்டுள்ளது."),
    ];

    #[test]
    fn a_text_gives_the_stemmer_of_its_language() {
        let wrong = TEXTS
            .map(|(stemmer, text)| (stemmer, stemmer_for(text)))
            .into_iter()
            .filter(|(expected, found)| expected != found);
        assert_eq!(wrong.collect::<Vec<_>>(), []);
    }

    #[test]
    fn a_language_has_its_code_also_without_a_stemmer() {
        let code = |at: usize| language_of(TEXTS[at].1).code;
        assert_eq!([code(2), code(5), code(9), code(10), code(11)], ["en", "de", "ja", "ko", "pl"].map(Some));
        assert_eq!(language_of("x = y + 1").code, None);
    }

    #[test]
    fn what_cannot_be_told_is_english() {
        for text in
            ["", " \n", "42", "Haus", "Das Haus.", "x = y + 1", "a", "```\nDie Bibliothek ist heute geschlossen\n```\n"]
        {
            assert_eq!(stemmer_for(text), "english", "{text}");
        }
    }

    #[test]
    fn code_and_names_do_not_count() {
        let code = "if the_value is not None and the other is: return this_value\n".repeat(20);
        let (_, german) = TEXTS[5];
        for fence in ["```", "~~~~", "> ```"] {
            let close = fence.trim_start_matches("> ");
            assert_eq!(stemmer_for(&format!("{fence}python\n{code}```js\n{close}\n{german}\n")), "german", "{fence}");
        }
        let names = "`return the value` https://example.org/the/library/is/closed the_library.is_closed() ".repeat(20);
        assert_eq!(prose(&names), "");
        assert_eq!(stemmer_for(&format!("{names}{german}")), "german");
    }

    #[test]
    fn english_terms_in_another_script_do_not_count() {
        assert_eq!(
            stemmer_for("テストで lifespan と startup を使う場合は TestClient を with 文と使用できます。"),
            "none"
        );
        assert_eq!(
            stemmer_for(&format!("{} Kubernetes deployment rollout restart with kubectl", TEXTS[12].1)),
            "russian"
        );
        assert_eq!(stemmer_for(&format!("{} {}", TEXTS[2].1, "図書館")), "english");
    }

    #[test]
    fn only_the_start_is_read() {
        let (_, german) = TEXTS[5];
        let sample = format!("{german}\n").repeat(SAMPLE_BYTES / german.len() + 1);
        assert_eq!(stemmer_for(&format!("{sample}{}", TEXTS[2].1.repeat(1000))), "german");
        assert!(prose(&german.repeat(1000)).len() < SAMPLE_BYTES + german.len());
        assert_eq!(prose(&format!("{}{german}", "1\n".repeat(SEARCHED_BYTES))).matches("Bibliothek").count(), 0);
    }
}
