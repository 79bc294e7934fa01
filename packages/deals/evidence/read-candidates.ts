// Reads the candidates of a property from a conversation. Null for a property whose kind no weights were fitted for.
import type { Property } from '../property.ts'
import { isName } from '../rules/find-value.ts'
import type { Reader } from '../rules/mentions.ts'
import type { Sentence } from '../rules/sentences.ts'
import { hasSubject, hasYesNoSubject, topicOf } from '../rules/topics.ts'
import { candidatesOf } from './candidates.ts'
import { problemCandidates } from './problem-candidates.ts'
import { promiseCandidates } from './promise-candidates.ts'
import { softCuesOf } from './soft-cues.ts'
import type { Candidate, Kind } from './traits.ts'
import { yesNoCandidates } from './yes-no-candidates.ts'

export interface Reading {
  kind: Kind
  candidates: Candidate[]
  /** The same values, read as those of other properties of the kind: a day of the next meeting is no start. */
  siblings: () => Candidate[][]
}

/** Labels of properties whose values look the same. */
const SIBLINGS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  day: ['クローズ日', '利用開始日', '次回打ち合わせ日', '現在の契約終了日'],
  money: ['金額', '予算'],
  count: ['利用人数', '拠点数'],
  places: ['利用人数', '拠点数'],
}

function kindOf({ property, topic }: Reader): Kind | null {
  const { type, fieldType, isCurrency, isPercent } = property
  if (type === 'bool') return hasYesNoSubject(property) ? 'yesNo' : null
  if (type === 'string' && topic.says !== undefined) return topic.says
  if (type === 'enumeration') {
    if (!hasSubject(property)) return null
    if (topic.isOfSelf === true) return 'industry'
    if (topic.isOfPast === true) return 'source'
    return fieldType === 'checkbox' ? 'several' : 'choice'
  }
  if (softCuesOf(property).own === null || isPercent === true) return null
  if (type === 'date' || type === 'datetime') return 'day'
  if (type === 'string') return isName(property) ? 'name' : null
  if (isCurrency) return 'money'
  if (topic.unit === undefined) return null
  if (topic.unit.test('年')) return 'term'
  return topic.unit.test('拠点') ? 'places' : 'count'
}

/** More words for places than rules count: 二つ, 三院, "six supermarkets". */
const PLACES =
  /^(?:つ(?!目)|院|園|校|館|棟|工場|クリニック|ホテル|教室|センター|(?:[a-z-]+ ){0,2}(?:supermarkets?|markets|cent(?:er|re)s|buildings|outlets|dealerships|showrooms|salons|gyms|mills|yards|camps|labs|studios|kitchens|bakeries|pharmacies|garages|halls)\b)/

function widened(reader: Reader, kind: Kind): Reader {
  const { topic } = reader
  if (kind !== 'places' || !topic.unit) return reader
  return { ...reader, topic: { ...topic, unit: new RegExp(`${topic.unit.source}|${PLACES.source}`) } }
}

function readSiblings(reader: Reader, kind: Kind, turns: readonly Sentence[][]): Candidate[][] {
  const own = softCuesOf(reader.property).own
  return (SIBLINGS[kind] ?? []).flatMap((label): Candidate[][] => {
    const property: Property = { ...reader.property, label, description: '' }
    if (softCuesOf(property).own === own) return []
    return [candidatesOf({ ...reader, property, topic: topicOf(property) }, turns)]
  })
}

/** Kinds whose candidates are whole sentences. */
const READERS: Readonly<Partial<Record<Kind, typeof candidatesOf>>> = {
  yesNo: yesNoCandidates,
  problem: problemCandidates,
  promise: promiseCandidates,
}

export function readCandidates(reader: Reader, turns: readonly Sentence[][]): Reading | null {
  const kind = kindOf(reader)
  if (kind === null) return null
  let siblings: Candidate[][] | null = null
  const candidates = (READERS[kind] ?? candidatesOf)(widened(reader, kind), turns)
  return { kind, candidates, siblings: () => (siblings ??= readSiblings(reader, kind, turns)) }
}
