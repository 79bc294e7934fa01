// Every place where a conversation names a possible value of a property, with what can be said of that place.
import { isElsewhere } from '../rules/clauses.ts'
import { mentionsIn, type Reader } from '../rules/mentions.ts'
import { isSelfDescription } from '../rules/self-description.ts'
import { hintsIn } from './hints.ts'
import { softCuesOf } from './soft-cues.ts'
import { isAbout, reactionTo } from '../rules/reading.ts'
import type { Sentence } from '../rules/sentences.ts'
import { allStanding, standingIn } from '../rules/standing.ts'
import {
  beginsWithCorrection,
  isDecision,
  isDeferred,
  isDenied,
  isDoubtful,
  isPast,
  isPrompt,
  isRejection,
  isQuestion,
  isSuggestion,
  isUndecided,
} from '../rules/statements.ts'

export interface Said {
  value: string
  sentence: Sentence
  traits: Set<string>
  /** Sentences since the subject was named; 99 if it was not. */
  distance: number
}

const FAR = 8

const NO_PERSON =
  /^(?:I|I'm|I'll|I'd|I've|The|A|An|And|But|So|Or|If|It|It's|That|That's|This|There|They|We|We're|We've|We'll|You|You're|He|She|His|Her|Our|My|Your|Yes|Yeah|Yep|No|Not|Nope|Okay|Ok|Right|Well|Oh|Ah|Um|Uh|Hi|Hello|Hey|Good|Great|Sure|Thanks|Thank|Sorry|Please|What|When|Where|Who|Why|How|Which|Is|Are|Do|Does|Did|Can|Could|Would|Will|Shall|Should|Have|Has|Just|Only|Also|Then|Now|Let|Let's|For|From|At|In|On|By|To|Of|With|As|Not|One|Two|Three|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|CEO|CFO|CTO|COO|CIO|VP|IT|HR|MD|Mr|Mrs|Ms|Dr|Live|Premium|Basic|Standard|Summaries|Security|Speaker|Nothing|Nobody|Everybody|Everyone|Both|All|Any|Some|Perfect|Lovely|Brilliant|Fine|Got|Fair|Actually|Honestly|Anyway|Because|Until|Since|Maybe|Don't|Can't)$/
/** Latin first names and names with さん that `findNames` does not take. */
const BARE_NAME = /(?<![\p{L}'])\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}'’]+)*/gu
const TAKES_DECISION = /決め|決裁|判断|承認|ハンコ|最終|\b(?:decid\w+|decision|call|sign\w*|approv\w+|final|say|boss|owner|ceo|cfo|president|partner|director)\b/

/** Names without a title. */
function barenames(text: string): { start: number; end: number; value: string }[] {
  return [...text.matchAll(BARE_NAME)].flatMap((match) => {
    const words = match[0].split(' ')
    const lead = words.findIndex((word) => !NO_PERSON.test(word))
    const name = words.slice(lead < 0 ? words.length : lead).join(' ')
    if (name.length < 3) return []
    const start = match.index + match[0].length - name.length
    return [{ start, end: start + name.length, value: name }]
  })
}

/** Words around a value. All are matched with folded text; a weight decides what each of them means. */
export const WORDS: readonly (readonly [name: string, expression: RegExp])[] = [
  ['others', /さん(?:は|が|の|も|って|だと)|社長は|向こう|あちら|隣|よそ|同業|知り合い|知人|友[人達]|息子|娘|妻|夫|主人|兄|弟|姉|妹|父|母|甥|姪|孫|前の(?:会社|職場)|他社|本社|親会社|\b(?:he|she|they|his|her|their|him|them|somebody|someone|everybody|people|folks|sister|brother|wife|husband|mother|father|mom|dad|daughter|son|cousin|nephew|niece|uncle|aunt|friend|neighbou?r|mate|old job|last job|former|other (?:company|firm|shop|team)|competitors?)\b/],
  ['we', /うち|弊社|当社|当院|当行|私ども|我々|こちら|わたしたち|\b(?:we|we're|we've|we'll|we'd|our|us|i|i'm|i'd|i'll|my)\b/],
  ['you', /御社|貴社|そちら|お客様|\b(?:you|you're|you've|you'll|you'd|your)\b/],
  ['negation', /ない|ません|なく|なかっ|ずに|不要|なし|\b(?:no|not|never|none|nothing|neither|nor|without)\b|n't\b/],
  ['pastTense', /(?:まし|でし|だっ|かっ|っ|い|し|え|れ|け|んだ)た(?:[。、]|け|が|ん|の|ら?し|よ|$)|\b(?:was|were|did|had|said|told|asked|wanted|got|went|came|took|made|\w{3,}ed)\b/],
  ['hedge', /くらい|ぐらい|ほど|たぶん|多分|おそらく|だいたい|大体|程度|前後|約|ざっと|\b(?:about|around|roughly|approximately|probably|maybe|i think|i guess|ish|or so|something like|give or take)\b/],
  ['contrast', /けど|ですが|ますが|けれど|のに|ただ|でも|\b(?:but|though|although|however|except)\b/],
  ['only', /だけ|のみ|しか|まで(?:で)?いい|\b(?:only|just|nothing else|that's it|that's all)\b/],
  ['all', /全部|全体|合計|トータル|総|全|合わせて|\b(?:total|all|altogether|overall|everything|combined|in all|all in)\b/],
  ['rate', /あたり|につき|ずつ|毎|ごと|一(?:人|店|拠点|名)|\b(?:per|each|every|a (?:store|site|seat|user|head|month|week|day|branch|shop|clinic|person|piece))\b/],
  ['want', /たい|ほしい|欲し|希望|お願い|必要|必須|要る|要り|\b(?:want|wants|need|needs|like to|love to|please|must|require[sd]?|have to|has to)\b/],
  ['settled', /決ま|決め|確定|で(?:いい|結構|お願い|いき|進め)|間違い(?:な|ござ)|\b(?:done|deal|agreed|final|settled|confirmed|fixed|decided|signed off|it is|let's|go with|going with|take)\b/],
  ['wish', /たら|れば|なら|もし|かも|\b(?:if|would|could|might|may|should|unless|whether)\b/],
  ['send', /送|提出|メール|お出し|郵送|届|\b(?:send|sent|e-?mail|mail|deliver|text you|forward|inbox|paperwork)\b/],
  ['relief', /もう候補|外し|落とし|断[りっ]|やめ|閉め|辞め|異動|退職|なくな|retired?|closed|gone|dropped|ruled out|passed on|threw|off the table|out of|used to/],
  ['age', /歳|才|年(?:選手|勤め|目)|years? old|\bage|birthday|ages\b/],
  ['asking', /教えて|伺|いかが|どう(?:です|され|しま)|いつ|いくら|何[人名社店か]|どちら|どなた|\b(?:how|when|what|which|who|where)\b/],
  ['use', /使|利用|\b(?:us(?:e|es|ing)|used)\b/],
]

function sentenceBefore(turns: readonly Sentence[][], { turn, index }: Sentence): Sentence | undefined {
  return index > 0 ? turns[turn]![index - 1] : turns[turn - 1]?.at(-1)
}

export function distanceOf(turns: readonly Sentence[][], sentence: Sentence, is: (one: Sentence) => boolean): number {
  let one: Sentence | null = sentence
  for (let count = 0; one && count <= FAR; count += 1) {
    if (is(one)) return count
    one = one.before
  }
  return 99
}

export function saidIn(reader: Reader, turns: readonly Sentence[][], seller: string | null): Said[] {
  const { property, topic } = reader
  const all: Said[] = []
  const soft = softCuesOf(property)
  const isSoft = (one: Sentence | undefined) => one !== undefined && (soft.own?.test(one.folded) ?? false)
  const isSoftRival = (one: Sentence | undefined) => one !== undefined && soft.rivals.some((rival) => rival.test(one.folded))
  const speakers = new Set(turns.map((own) => own[0]?.block.speaker ?? null))
  const traitsOfWords = (folded: string) => WORDS.filter(([, expression]) => expression.test(folded)).map(([name]) => name)
  for (const sentence of turns.flat()) {
    const named = mentionsIn(reader, sentence)
    const { folded } = sentence
    const hints = property.type === 'string' ? barenames(sentence.text) : property.type === 'enumeration' ? hintsIn(property, folded).filter((hint) => !named.some((one) => one.start < hint.end && hint.start < one.end && one.value === hint.value)) : []
    const mentions = [...named, ...hints]
    if (mentions.length === 0) continue
    const standing =
      property.fieldType === 'checkbox'
        ? allStanding(reader, mentions, sentence).map(({ value }) => value)
        : standingIn(reader, sentence)
    const before = sentenceBefore(turns, sentence)
    const next = turns[sentence.turn + 1] ?? []
    const after = turns[sentence.turn]![sentence.index + 1]
    const rivals = topic.rivals ?? []
    const isRival = (one: Sentence) => rivals.some((rival) => rival.test(one.folded))
    const distance = distanceOf(turns, sentence, (one) => isAbout(reader, one.folded))
    const rivalDistance = distanceOf(turns, sentence, isRival)
    const reaction = reactionTo(turns, sentence)
    for (const mention of mentions) {
      const traits = new Set<string>()
      const add = (name: string, is: boolean) => is && traits.add(name)
      const [left, right] = [folded.slice(0, mention.start), folded.slice(mention.end)]
      for (const name of traitsOfWords(folded)) traits.add(`w:${name}`)
      if (before) for (const name of traitsOfWords(before.folded)) traits.add(`b:${name}`)
      const following = turns[sentence.turn]![sentence.index + 1] ?? next[0]
      if (following) for (const name of traitsOfWords(following.folded)) traits.add(`n:${name}`)
      if (following) add('deniedNext', isRejection(following.folded))
      const spoken = folded.slice(mention.start, mention.end)
      if (property.type === 'date' || property.type === 'datetime') {
        add('relative', /今日|本日|明日|明後日|翌日|あさって|today|tomorrow/.test(spoken))
        add('weekdayOnly', /曜|day$/.test(spoken) && !/\d|[一二三四五六七八九十]/.test(spoken.replace(/曜日?/, '')))
        add('yearEnd', /末|end of/.test(spoken))
        add('clock', /^[^。.]{0,14}(?:時|am\b|pm\b|:\d\d|at \w+|o'clock)/.test(right))
      }
      if (property.type === 'number') {
        const value = Math.abs(Number(mention.value))
        add('huge', value >= 10_000)
        add('one', value === 1)
        add('small', value > 1 && value < 4)
        add('round', value >= 10 && value % 10 === 0)
      }
      if (property.type === 'number') {
        add('unit', topic.unit?.test(right.trimStart()) ?? false)
        add('bare', /^[\s、。,.!?]*$/.test(right) || /^[、。,.!?]/.test(right))
        add('currency', /[$¥€£]\s?$/.test(left) || /^\s?(?:円|ドル|dollars?|bucks|yen|euros?|pounds?)/.test(right))
        add('scale', /[万億千百]|thousand|hundred|million|[k]\b/.test(folded.slice(mention.start, mention.end)))
      }
      if (property.type === 'string') {
        add('decides', TAKES_DECISION.test(folded))
        add('decidesBeside', [before, turns[sentence.turn]![sentence.index + 1]].some((one) => one && TAKES_DECISION.test(one.folded)))
        add('speaker', [...speakers].some((one) => one !== null && (one.includes(mention.value) || mention.value.includes(one))))
        add('full', mention.value.includes(' '))
        add('appos', /^,/.test(right) || /, $/.test(left))
      }
      add('hint', hints.includes(mention))
      add('label', named.includes(mention))
      add('self', isSelfDescription(left, folded.slice(mention.start, mention.end), right))
      add('intro', sentence.turn < 4)
      add('cue', distance === 0)
      const beside = [before, turns[sentence.turn]![sentence.index + 1], next[0]]
      add('soft', isSoft(sentence))
      add('softBeside', !isSoft(sentence) && beside.some(isSoft))
      add('softRival', isSoftRival(sentence))
      add('softOnly', isSoft(sentence) && !isSoftRival(sentence))
      add('softRivalOnly', !isSoft(sentence) && isSoftRival(sentence))
      add('late', sentence.turn >= turns.length * 0.6)
      add('early', sentence.turn < turns.length * 0.25)
      add('cueNear', distance > 0 && distance <= 2)
      add('cueFar', distance > 2 && distance <= FAR)
      add('not', topic.not?.test(folded) ?? false)
      add('notBefore', (before && topic.not?.test(before.folded)) ?? false)
      const asked = before !== undefined && isPrompt(before.folded) && before.block.speaker !== sentence.block.speaker
      add('asked', asked)
      add('askedCue', asked && isAbout(reader, before.folded))
      add('askedRival', asked && isRival(before) && !isAbout(reader, before.folded))
      add('rival', rivalDistance === 0)
      add('rivalNearer', rivalDistance < distance)
      add('standing', standing.includes(mention.value))
      add('denied', isDenied(left, right))
      add('elsewhere', isElsewhere(reader, folded, mention))
      add('doubtful', isDoubtful(folded, topic))
      add('undecided', isUndecided(folded))
      add('deferred', isDeferred(folded))
      add('past', isPast(folded, topic))
      add('question', isQuestion(folded))
      add('suggestion', isSuggestion(folded))
      add('decision', isDecision(folded))
      add('correcting', beginsWithCorrection(folded))
      add('short', folded.length - (mention.end - mention.start) <= 12)
      add('long', folded.length > 60)
      add('leads', mention.start <= 2)
      add('yes', reaction === 'yes')
      add('no', reaction === 'no')
      const isNamedIn = (one: Sentence) => mentionsIn(reader, one).some(({ value }) => value === mention.value)
      const isOtherIn = (one: Sentence) => mentionsIn(reader, one).some(({ value }) => value !== mention.value)
      const isOtherSpeaker = next[0] !== undefined && next[0].block.speaker !== sentence.block.speaker
      add('echoed', isOtherSpeaker && next.some(isNamedIn))
      const previous = turns[sentence.turn - 1] ?? []
      add('echoes', previous[0]?.block.speaker !== sentence.block.speaker && previous.some(isNamedIn))
      add('replacedSoon', [after, ...next.slice(0, 2)].some((one) => one && isOtherIn(one) && !isNamedIn(one)))
      add('correctedSoon', [after, next[0]].some((one) => one && beginsWithCorrection(one.folded)))
      add('openSoon', [after, ...next.slice(0, 2)].some((one) => one && (isUndecided(one.folded) || isDeferred(one.folded))))
      add('alone', mentions.every(({ value }) => value === mention.value))
      add('seller', seller !== null && sentence.block.speaker === seller)
      add('customer', seller !== null && sentence.block.speaker !== seller)
      all.push({ value: mention.value, sentence, traits, distance })
    }
  }
  return all
}
