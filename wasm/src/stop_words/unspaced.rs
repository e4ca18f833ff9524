//! Stop and question words of languages whose letters are unspaced. Nothing tells where such a word starts or ends, so the list
//! has only words that are seldom a part of others.
use rustc_hash::FxHashSet;
use std::cell::OnceCell;

#[rustfmt::skip]
const CHINESE: &[&str] = &[
    "为什么", "为何", "什么", "有什么", "怎么", "怎样", "怎么办", "怎么样", "如何", "哪个", "哪些", "哪里", "哪儿", "是否", "能否", "可否",
    "可以", "能不能", "可不可以", "是不是", "有没有", "多少", "请问", "应该", "需要", "想要", "的时候", "时候", "的话", "以及", "或者", "还是",
    "但是", "因为", "所以", "如果", "这个", "那个", "这些", "那些", "一个", "我们", "他们", "自己", "為什麼", "什麼", "怎麼", "怎樣", "哪裡",
    "應該", "這個", "那個", "們", "的", "吗", "嗎", "呢", "吧", "把", "被", "给", "給", "与", "與", "和", "就", "也", "很", "你", "我", "他", "它", "这",
    "這", "那",
];

#[rustfmt::skip]
const JAPANESE: &[&str] = &[
    "どうすればいいですか", "どうすればよいですか", "どうすればいい", "どうすれば", "どうやって", "どうやったら", "どうしたら", "どうして", "どのように",
    "どういう", "どう", "なぜ", "なに", "何ですか", "とは何ですか", "とは何か", "どこ", "いつ", "だれ", "どれ", "どちら", "どの", "どんな",
    "ですか", "ますか", "ませんか", "でしょうか", "いいですか", "よいですか", "できますか", "できる", "できない", "したい", "たい", "たいとき",
    "したら", "すると", "すれば", "するには", "するとき", "する", "している", "して", "した", "します", "しない", "される", "された", "されて",
    "には", "では", "とは", "から", "まで", "より", "など", "という", "といった", "ような", "ように", "ための", "ために", "について", "に関する",
    "によって", "による", "において", "として", "とき", "こと", "もの", "ところ", "ほう", "方法", "やり方", "仕方", "この", "その", "あの", "ます",
    "です", "ある", "ない", "いる", "なる", "なった", "なって", "れる", "られる", "ている", "ください", "のか",
];

#[rustfmt::skip]
const KOREAN: &[&str] = &[
    "어떻게", "어떤", "어디", "어디서", "언제", "누구", "무엇", "무슨", "뭐예요", "뭔가요", "뭐", "왜", "방법", "방법은", "방법이", "이유", "이유가",
    "하려면", "하나요", "하는", "하고", "하면", "하기", "하게", "하지", "하도록", "해야", "해요", "했는데", "합니다", "합니까", "하세요", "한테",
    "되나요", "되는", "되게", "됩니다", "되지", "있나요", "있는", "있을까요", "있습니다", "없나요", "없는", "인가요", "일까요", "까요", "나요",
    "려면", "싶어요", "싶은데", "싶습니다", "습니다", "습니까", "니다", "세요", "어요", "아요", "에요", "예요", "에서", "에게", "으로", "부터", "까지",
    "처럼", "보다", "그리고", "하지만", "그런데", "때문에", "대해", "대한", "위해", "위한", "통해", "같이", "모든", "다른", "수",
];

#[rustfmt::skip]
const THAI: &[&str] = &[
    "ยังไง", "อย่างไร", "ทำยังไง", "ทำอย่างไร", "ต้องทำยังไง", "อะไร", "อะไรบ้าง", "ทำไม", "เมื่อไหร่", "เมื่อไร", "ที่ไหน", "ตรงไหน", "ไหน", "ใคร",
    "ได้ไหม", "ไหม", "หรือไม่", "หรือเปล่า", "หรือยัง", "ได้หรือเปล่า", "เท่าไหร่", "เท่าไร", "กี่", "อยาก", "อยากให้", "ต้องการ", "ต้อง", "สามารถ",
    "ควร", "จะ", "จาก", "กับ", "และ", "หรือ", "แต่", "ของ", "ที่", "ซึ่ง", "ใน", "ให้", "ได้", "เป็น", "คือ", "มี", "ว่า", "แล้ว", "ก็", "เมื่อ",
    "ถ้า", "หาก", "เพื่อ", "โดย", "โดยไม่", "ไม่", "ด้วย", "ตาม", "ถึง", "เพราะ", "นี้", "นั้น", "อยู่", "ไป", "มา", "กัน", "เอง", "ทุก", "การ",
    "ความ", "แทน", "จน", "ตอน", "เฉพาะ", "ก่อน", "วิธี",
];

thread_local! {
    static WORDS: OnceCell<FxHashSet<&'static str>> = const { OnceCell::new() };
}

/// The most characters of a word in the lists.
const MAX_LENGTH: usize = 12;

/// The longest stop word at the start of a text.
pub(crate) fn stop_word_at(text: &str) -> Option<&str> {
    let ends = text.char_indices().skip(1).map(|(at, _)| at).chain([text.len()]).take(MAX_LENGTH);
    ends.map(|end| &text[..end]).filter(|word| is_listed(word)).last()
}

/// Whether this is a stop word, or two letters of the script in which Japanese writes its endings and particles.
pub(crate) fn is_unspaced_stop_word(word: &str) -> bool {
    is_hiragana(word) || is_listed(word)
}

fn is_hiragana(word: &str) -> bool {
    word.chars().count() == 2 && word.chars().all(|letter| matches!(letter, 'ぁ'..='ゖ'))
}

fn is_listed(word: &str) -> bool {
    WORDS.with(|words| {
        let all = || [CHINESE, JAPANESE, KOREAN, THAI].into_iter().flatten().copied().collect();
        words.get_or_init(all).contains(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_word_counts() {
        assert_eq!(stop_word_at("为什么不"), Some("为什么"));
        assert_eq!(stop_word_at("组件"), None);
        assert_eq!(stop_word_at("どうすればいいですか"), Some("どうすればいいですか"));
        let longest = [CHINESE, JAPANESE, KOREAN, THAI].into_iter().flatten().map(|word| word.chars().count()).max();
        assert_eq!(longest, Some(MAX_LENGTH));
    }
}
