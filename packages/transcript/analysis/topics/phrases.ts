// Phrases of conversations in Japanese and English, for text without a model. A phrase that is missing here costs one
// sentence its better place; nothing else depends on the lists.

/** Fillers and acknowledgements at the beginning of a sentence, without content. */
const OPENING =
  /^(?:(?:はい|ええ|うん|えっと|えーと|えーっと|ええと|えー|あのー|あの|まあ|なんか|そうですね|そうそう|なるほど|いえ|いや|あ|ああ)[、，。\s]+|(?:um+|uh+|er+|hmm+|well|you know|i mean)[,.\s]+)+/iu

/** Length of the fillers before the first word with content. */
export function openingLength(sentence: string): number {
  const length = OPENING.exec(sentence)?.[0].length ?? 0
  return length < sentence.length ? length : 0
}

const COURTESY =
  /ありがとう|お願い(?:いた|致|申)?し(?:ます|たい)?[。！]?$|お世話になって|お時間をいただ|お忙しい|ご安心ください|申し訳(?:ありません|ございません)|承知(?:しました|いたしました)|かしこまりました|わかりました|分かりました|失礼(?:し|いた)|お疲れ(?:様|さま)|おはようございます|こんにちは|はじめまして|初めまして|聞こえ(?:ます|てい)|^(?:いいですね|それはいい|本当ですか|そうですか|なるほど)|\b(?:thank you|thanks|good (?:morning|afternoon|evening)|nice to (?:meet|see)|how are you|goodbye|bye|see you|you'?re welcome|no problem|sounds good|that'?s (?:great|good|fine|right)|great to hear|hear (?:you|me)|have a nice|sorry)\b/iu

/** Greetings, thanks and acknowledgements. */
export function isCourtesy(sentence: string): boolean {
  return COURTESY.test(sentence)
}

const CHANGE =
  /(?:^|[。、\s])(?:ところで|さて|では|それでは|じゃあ|それじゃ|続いて|続きまして|次に|次の(?:議題|話題|件|テーマ)|最後に|早速|まず(?:は)?[、\s]|話は変わ|話を変え|もう一つ|もうひとつ|別件|あと[、\s])|(?:^|[.!?,]\s+)(?:now|so now|next|moving on|let'?s (?:talk|move|start|turn|look|go on)|let us|by the way|finally|lastly|first(?:ly)?|secondly|another (?:thing|topic|point|question)|as for|regarding|turning to|one more|the last)\b/iu

/** A phrase with which people begin another topic. */
export function changesTopic(text: string): boolean {
  return CHANGE.test(text)
}

/** Days and times of day: said in every conversation, and no name of a topic. */
const CALENDAR =
  /^(?:[月火水木金土日]曜日?|午前|午後|毎[日週月年]|[今来先再][々来]?[日週月年]|年間|月額|週間|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|mornings?|afternoons?|evenings?|weeks?|months?|years?|hours?|minutes?|thousand|million|percent)$/iu

export function isCalendarWord(base: string): boolean {
  return CALENDAR.test(base)
}

const DIGIT = /[0-9０-９〇一二三四五六七八九十百千万億]/u
const COMMITMENT =
  /(?:決定|決ま(?:り|った)|することに(?:し|なり)|目標|予定|までに|ておきます|お送りし|しましょう|必要があ|問題は|課題|理由は|心配|不安|残念|困って|希望|条件)|\b(?:decided?|agreed?|will|we'?ll|i'?ll|must|need(?:s|ed)? to|have to|deadline|by (?:monday|tuesday|wednesday|thursday|friday|the end)|goal|target|plan|problem|issue|concern(?:ed)?|worried|because|budget)\b/iu
/** Points to something outside of the sentence. */
const POINTING =
  /^(?:それ|これ|あれ|そこ|そう|この|その|あの|こちら|そちら|it|that|this|they|these|those|he|she)(?:[^\p{L}]|は|が|を|で|なら|に|も|の|$)/iu

/** How useful a sentence is by its form alone: facts and commitments above 1, phrases that need their context below. */
export function formOf(sentence: string): number {
  return (
    (DIGIT.test(sentence) ? 1.15 : 1) * (COMMITMENT.test(sentence) ? 1.25 : 1) * (POINTING.test(sentence) ? 0.7 : 1)
  )
}
