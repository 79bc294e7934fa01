// Names without a title, "Trudy" and "Fiona Marsh": words with a capital that are no other word of a conversation.
import { findNames, type NameMention } from '../rules/people.ts'
import type { Sentence } from '../rules/sentences.ts'

const OTHER_WORDS = new Set(
  `
    After Before Labor Day Memorial Christmas Easter Thanksgiving Friday's Absolutely Exactly Definitely
    Understood Invoice Send Call Tell Talk Give Take Put Same Still Every Four Five Six Seven Eight Nine Ten
    Twelve Okay Hm Huh Whole Over Under Most Many More Less Speaking I I'm I'll I'd I've The A An And But So Or If
    It It's That That's This There They We We're We've We'll You You're He She His Her Our My Your Yes Yeah Yep No
    Not Nope Ok Right Well Oh Ah Um Uh Hi Hello Hey Good Great Sure Thanks Thank Sorry Please What When Where Who
    Why How Which Is Are Do Does Did Can Could Would Will Shall Should Have Has Just Only Also Then Now Let Let's
    For From At In On By To Of With As One Two Three Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    January February March April May June July August September October November December CEO CFO CTO COO CIO VP
    IT HR MD Mr Mrs Ms Dr Live Premium Basic Standard Nothing Nobody Everybody Everyone Both All Any Some Perfect
    Lovely Brilliant Fine Got Fair Actually Honestly Anyway Because Until Since Maybe Don't Can't
  `.split(/\s+/),
)
const CAPITALS = /(?<![\p{L}'])\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}'’]+)*/gu
const MIN_LETTERS = 3

const TAKES_DECISION =
  /決め|決ま|決裁|判断|承認|[判印](?:を|鑑|子)|ハンコ|はんこ|最終|うん[とて言]|いいと言|ええ言う|任され|一任|権限|財布|オーナー|駄目と言|だめと言|一存|次第|傾い|言わな|言ったら|\b(?:decid\w+|decision|call|sign\w*|approv\w+|final|say|nods?|okays?|ok|picks?|choos\w+|checks?|the pen|last word|runs|owns?|up to|boss|owner|ceo|cfo|president|partner|director|chair)\b/

/** Whether a sentence speaks of a decision. */
export function isOnDecision({ folded }: Pick<Sentence, 'folded'>): boolean {
  return TAKES_DECISION.test(folded)
}

/** Whether a name has no word of another kind: "Nineteenth June" is a day. */
export function isPersonName(name: string): boolean {
  return !name.split(' ').some((word) => OTHER_WORDS.has(word) && !/^(?:Mr|Mrs|Ms|Dr)$/.test(word))
}

/** `text`: literal. */
function findBareNames(text: string): NameMention[] {
  return [...text.matchAll(CAPITALS)].flatMap((match): NameMention[] => {
    const words = match[0].split(' ')
    const first = words.findIndex((word) => !OTHER_WORDS.has(word))
    if (first < 0 || words.slice(first).some((word) => OTHER_WORDS.has(word))) return []
    const value = words.slice(first).join(' ')
    const end = match.index + match[0].length
    return value.length < MIN_LETTERS ? [] : [{ start: end - value.length, end, value }]
  })
}

const JA_WITH_HONORIFIC = /(?<name>[\p{Script=Han}々]{1,4}|[\p{Script=Katakana}ー]{2,12})(?=先生|さま|くん|君)/gu
/** はんこは久保田。 */
const JA_DECIDES =
  /(?:[はが、のも]|^)(?<name>[\p{Script=Han}々]{2,3})(?=。|です|が(?:ひとり|一人|全部|決|判|うん|駄目|だめ|いい|ええ)|次第|の一存)/gu
const NO_JA_NAME =
  /[長員役社店部課務事]$|^(?:お|担当|全|自分|最終|決裁|判断|承認|決定|一番|主人|家内|女房|旦那|息子|奥|皆|上司|弊|当|御|大学|病院|学校|本人|代表|今回|以上|結構|大丈夫|無理|必要|可能)/

/** Names without さん in a sentence on a decision, and before titles like 先生. */
function findJapaneseNames(text: string, isDecision: boolean): NameMention[] {
  return [JA_WITH_HONORIFIC, ...(isDecision ? [JA_DECIDES] : [])].flatMap((expression) =>
    [...text.matchAll(expression)].flatMap((match): NameMention[] => {
      const value = match.groups!['name']!
      const start = match.index + match[0].length - value.length
      return NO_JA_NAME.test(value) ? [] : [{ start, end: start + value.length, value }]
    }),
  )
}

const known = new WeakMap<readonly Sentence[][], readonly string[]>()

/** The Japanese names that a conversation has with さん or a title, without them. */
function namesOf(turns: readonly Sentence[][]): readonly string[] {
  const found = known.get(turns)
  if (found) return found
  const all = turns.flat().flatMap(({ text }) => findNames(text))
  const names = all.map(({ value }) => value.slice(value.lastIndexOf('の') + 1))
  const own = [...new Set(names)].filter((name) => /^[\p{Script=Han}々]{2,4}$/u.test(name) && !NO_JA_NAME.test(name))
  known.set(turns, own)
  return own
}

/** All names of a sentence that have neither さん nor "Mr.". */
export function bareNamesIn(sentence: Sentence, turns: readonly Sentence[][]): NameMention[] {
  const { text } = sentence
  const again = namesOf(turns).flatMap((value): NameMention[] => {
    const start = text.indexOf(value)
    return start < 0 ? [] : [{ start, end: start + value.length, value }]
  })
  const found = [...findBareNames(text), ...findJapaneseNames(text, isOnDecision(sentence)), ...again]
  return found.filter((one, index) => found.findIndex((other) => other.start === one.start) === index)
}

/** "I make the call here": the speaker names himself as the person who decides. */
const SELF_DECIDES =
  /(?:私|わたし|僕|俺|おれ|わし|自分)(?:が|の|は|に|一人|ひとり)[^。、]{0,10}(?:決め(?!ら)|決裁|判断し|判子|はんこ|ハンコ|承認|任され|一任|うん[とて言]|権限(?:です|で|が)|責任者|代表|最終|一存)|\b(?:i (?:can )?(?:just )?decide|i make the (?:call|decision)|i (?:can|could) (?:sign|approve|okay)|i (?:call|get) the (?:shots|final say)|i own (?:the|this|it)|i'm the (?:owner|boss|ceo|president|one (?:who|you|that|with))|that's (?:my (?:call|decision)|up to me)|my (?:decision|call|name (?:is|on))|name on the (?:door|building))\b/
const DENIES_SELF =
  /(?:私|僕|俺|わし)(?:じゃ|では|に(?:は|も)?)|かどうか|(?:せ|れ|し)ん(?:。|が|ので)|\b(?:don't|can't|not|never|wish|if i|recommend)\b|\?$/
const ASKS_WHO_DECIDES =
  /(?:決め|決裁|判断|承認|判子|ご?決定)[^。]*(?:です|ます|でしょう|れる)(?:か|よね|ね)?[。?？]?$|\b(?:you|yours?)\b[^.]*\b(?:decid\w+|decision|sign\w*|approv\w+|call|final|say|pick\w*|choos\w+|run it by)\b[^.]*\?$/
const SELF_ANSWER =
  /^(?:(?:はい|ええ|そう)、?)?(?:私|僕|俺|わし)(?:です|だ|が|一人)|^(?:that's me|i do\b(?!n't)|i am\b|(?:just |it's |yes, |yep, |yeah, )(?:just )?me\b|who else|you're (?:looking|talking) )/
/** Labels of speakers without a name. */
const NO_SPEAKER_NAME = /speaker|話者|発言者|参加者|unknown|不明|\d|^[a-z]$/i

/** The speaker, if he says that he decides. `asked`: the sentence of the other person before it. */
export function selfNamed({ folded, text, block }: Sentence, asked: Sentence | undefined): NameMention[] {
  const { speaker } = block
  if (speaker === null || NO_SPEAKER_NAME.test(speaker)) return []
  const isAnswer = asked !== undefined && ASKS_WHO_DECIDES.test(asked.folded) && SELF_ANSWER.test(folded)
  return isAnswer || (SELF_DECIDES.test(folded) && !DENIES_SELF.test(folded))
    ? [{ start: 0, end: text.length, value: speaker }]
    : []
}
