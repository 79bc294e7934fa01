// Yes and no as the possible values of a property: each sentence about the subject that says one of them, or asks for it and
// is answered.
import { foldWidth } from '../fold.ts'
import * as yesNo from '../rules/find-yes-no.ts'
import { isInstruction } from '../rules/instructions.ts'
import type { Reader } from '../rules/mentions.ts'
import { isAbout, quoteOf, reactionTo } from '../rules/reading.ts'
import { sellerOf } from '../rules/seller.ts'
import type { Sentence } from '../rules/sentences.ts'
import * as statements from '../rules/statements.ts'
import { type Candidate, traitsWhere } from './traits.ts'
import { wordTraits } from './words.ts'

interface Saying {
  isTrue: boolean
  /** The statement, or the question and its answer. */
  sentences: Sentence[]
  traits: ReadonlySet<string>
}

/** Words that often mean the subject, and other things as well. */
const SOFT_SUBJECTS: readonly (readonly [about: RegExp, cue: RegExp])[] = [
  [
    /トライアル|試用|お試し|\btrial/,
    /試[しさす]|試験(?:的|導入)|触ら|触って|使わせて|体験|(?:貸|借)[しり]て|評価(?:用|版|環境)|無料期間|(?:週間|[かヶ]月)(?:ほど|くらい)?(?:無料|ただ)|\b(?:try|tried|trying|tr(?:y|ies) (?:it|this)|test(?:ing)?|trials?|pilot|sandbox|kick the tires|free (?:month|weeks?|days?|period|\w+ (?:days|weeks))|(?:\w+ (?:days|weeks|months?)),? free|spin|test drive|play with it|see it work\w*)\b/,
  ],
  [
    /セキュリティ|security/,
    /審査|セキュリティ|チェックシート|質問票|監査の質問|情シス|情報政策|事前確認|脆弱性|\b(?:security|(?<!(?:star|guest|customer|online|performance|design|peer|contract) )review\w*|questionnaire|assessment|vet(?:s|ted|ting)?|compliance|info ?sec|cyber\w*|vendor form|audit|pen test|look under the hood|due diligence|soc ?2)\b/,
  ],
]
/** Words by which the subject is required, although the sentence has a negation: "nothing goes live until". */
const OBLIGES =
  /(?:通ら|受け|終わら|出さ|済ま)な(?:い限り|いと|ければ)|(?:通し|受け|出し|答え|記入し|やっ)て(?:いただ|もら|から)|義務|例外(?:なし|はな|なく)|必ず|必須|決まり(?:です|で|なの)|規[定則程]|\b(?:until|unless|before (?:we|anything|you|any)|mandatory|requires?|required|every vendor|no way around|have to|has to|must|will (?:want|need)|insists?|puts? (?:every|all|each))\b/

/** Sentences at the beginning of a turn that may answer a question. */
const ANSWER_SENTENCES = 3

function questionTraits(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): string[] {
  const { folded, turn, index, block } = sentence
  const asksWish = yesNo.asksWish(reader)
  const seller = sellerOf(turns)
  const reaction = reactionTo(turns, sentence)
  const next = turns[turn + 1] ?? []
  const after = turns[turn]![index + 1]
  const [saysYes, saysNo] = [yesNo.SAYS_YES.test(folded), yesNo.SAYS_NO.test(folded)]
  return [
    ...wordTraits('w', folded),
    ...traitsWhere({
      cue: isAbout(reader, folded),
      soft: !yesNo.isAboutNow(reader, sentence),
      obliges: OBLIGES.test(folded),
      doubtful: statements.isDoubtful(folded),
      undecided: statements.isUndecided(folded),
      deferred: statements.isDeferred(folded),
      past: statements.isPast(folded),
      question: statements.isQuestion(folded),
      prompt: statements.isPrompt(folded),
      asksHow: yesNo.ASKS_HOW.test(folded),
      asksOffer: yesNo.asksOffer(reader, folded),
      available: asksWish && yesNo.AVAILABLE.test(folded),
      asksFor: asksWish && yesNo.ASKS_FOR.test(folded),
      needed: !asksWish && yesNo.isNeeded(turns, sentence),
      seller: seller !== null && block.speaker === seller,
      customer: seller !== null && block.speaker !== seller,
      long: folded.length > 60,
      yes: reaction === 'yes',
      no: reaction === 'no',
      openSoon: [after, ...next.slice(0, 2)].some(
        (one) => one && (statements.isUndecided(one.folded) || statements.isDeferred(one.folded)),
      ),
      correctedSoon: [after, next[0]].some((one) => one && statements.beginsWithCorrection(one.folded)),
      saysYes,
      saysNo,
      mixed: saysYes && saysNo,
    }),
  ]
}

/** The first sentence of the next turn that answers a question with yes or no. */
function answerIn(reader: Reader, turns: readonly Sentence[][], question: Sentence): Saying | null {
  const next = turns[question.turn + 1] ?? []
  if (next[0]?.block.speaker === question.block.speaker) return null
  for (const answer of next.slice(0, ANSWER_SENTENCES)) {
    const { folded } = answer
    const isTrue = yesNo.answerOf(folded)
    if (isTrue === null && statements.isUndecided(folded)) return null
    if (isTrue === null) continue
    const [saysYes, saysNo] = [yesNo.SAYS_YES.test(folded), yesNo.SAYS_NO.test(folded)]
    const traits = traitsWhere({
      answered: true,
      [`answered${answer.index}`]: true,
      answerDoubtful: statements.isDoubtful(folded),
      answerQuestion: statements.isQuestion(folded),
      answerCue: yesNo.isAboutNow(reader, answer),
      answerShort: folded.length < 14,
      answerSaysIt: yesNo.polarity(folded) === isTrue,
      answerMixed: saysYes && saysNo,
      answerSaysYes: saysYes,
      answerSaysNo: saysNo,
      negativeQuestion: yesNo.polarity(question.folded) === false,
      acknowledged: reactionTo(turns, answer) === 'yes',
    })
    return { isTrue, sentences: [question, answer], traits: new Set([...traits, ...wordTraits('a', folded)]) }
  }
  return null
}

function sayingsAt(reader: Reader, turns: readonly Sentence[][], sentence: Sentence): Saying[] {
  const { folded, turn, index } = sentence
  const common = questionTraits(reader, turns, sentence)
  const found: Saying[] = []
  const own = yesNo.polarity(folded)
  const form = statements.isQuestion(folded) ? 'statedQuestion' : 'statedPlain'
  if (own !== true && common.includes('obliges'))
    found.push({ isTrue: true, sentences: [sentence], traits: new Set([...common, 'obliged']) })
  if (own !== null) found.push({ isTrue: own, sentences: [sentence], traits: new Set([...common, 'stated', form]) })
  if (common.includes('asksFor'))
    found.push({ isTrue: true, sentences: [sentence], traits: new Set([...common, 'wished']) })
  const isLast = index >= turns[turn]!.length - 2
  const answer = isLast && statements.isPrompt(folded) ? answerIn(reader, turns, sentence) : null
  if (answer) found.push({ ...answer, traits: new Set([...common, ...answer.traits]) })
  return found
}

const LAST_TRAITS = [
  'soft',
  'obliged',
  'answered',
  'statedPlain',
  'statedQuestion',
  'doubtful',
  'past',
  'seller',
  'customer',
  'wished',
]
const MORE_LAST_TRAITS = ['answerSaysIt', 'question', 'available', 'asksOffer']

function isGood({ traits }: Saying): boolean {
  if (['doubtful', 'past', 'asksHow', 'asksOffer'].some((name) => traits.has(name))) return false
  return traits.has('answered') || (traits.has('statedPlain') && traits.has('customer'))
}

function isUpTo(a: Saying, b: Saying): boolean {
  const [one, other] = [a.sentences.at(-1)!, b.sentences.at(-1)!]
  return one.turn < other.turn || (one.turn === other.turn && one.index <= other.index)
}

function softSubjectOf({ property: { label, description } }: Reader): RegExp | undefined {
  const asked = foldWidth(`${label} ${description}`)
  return SOFT_SUBJECTS.find(([about]) => about.test(asked))?.[1]
}

export function yesNoCandidates(reader: Reader, turns: readonly Sentence[][]): Candidate[] {
  const soft = softSubjectOf(reader)
  const sayings = turns
    .flat()
    .filter((one) => (yesNo.isAboutNow(reader, one) || soft?.test(one.folded) === true) && !isInstruction(one.folded))
    .flatMap((sentence) => sayingsAt(reader, turns, sentence))
  return [true, false].flatMap((isTrue): Candidate[] => {
    const own = sayings.filter((one) => one.isTrue === isTrue)
    const others = sayings.filter((one) => one.isTrue !== isTrue)
    const value = yesNo.yesNoValue(reader, isTrue)
    const last = own.at(-1)
    if (!last || value === null) return []
    const names = new Set(own.flatMap(({ traits }) => [...traits]))
    const isShared = (name: string) => own.every(({ traits }) => traits.has(name))
    const speakers = new Set(own.map(({ sentences }) => sentences.at(-1)!.block.speaker))
    const traits = [
      ...[...names].flatMap((name) => (isShared(name) ? [`any:${name}`, `all:${name}`] : [`any:${name}`])),
      ...[...LAST_TRAITS, ...MORE_LAST_TRAITS].filter((name) => last.traits.has(name)).map((name) => `last:${name}`),
      ...traitsWhere({
        [isTrue ? 'true' : 'false']: true,
        only: others.length === 0,
        last: others.every((one) => isUpTo(one, last)),
        twice: own.length > 1,
        both: speakers.size > 1,
        goodOne: own.some(isGood),
      }),
    ]
    return [{ value, traits, quotes: last.sentences.map(quoteOf) }]
  })
}
