// From cues to what a transcript begins with: one utterance for each cue, or for each speaker of one. Times are the
// file's; within a cue, they are shared by the beat of speech or are those of its own timed words.

import { LIMITS } from '@kaiwa/contract/limits.ts'
import { moraCount } from '@kaiwa/language/mora.ts'
import type { TimedWord } from '@kaiwa/language/terms.ts'
import { cleanText } from '@kaiwa/transcript/clean-text.ts'
import { readTurnMark, unescapeSrt } from '../srt-marks.ts'
import { ImportFailure, problem } from './import-failure.ts'
import { believedNames, splitName, toName } from './names.ts'
import { readCues } from './read-cues.ts'
import type { RawCue } from './read-cues.ts'
import { readSrtText, readVttText } from './read-markup.ts'
import type { Span } from './read-markup.ts'
import { Repairs } from './repairs.ts'
import type { Repair } from './repairs.ts'

export interface Utterance {
  /** Seconds. */
  readonly start_time: number
  readonly end_time: number
  /** Null: the file does not tell. */
  readonly speaker: string | null
  readonly content: string
  readonly words: readonly TimedWord[]
}

export interface Subtitles {
  readonly format: 'srt' | 'vtt'
  readonly utterances: readonly Utterance[]
  readonly repairs: readonly Repair[]
}

export interface SubtitleOptions {
  /** Speakers that there are. */
  readonly known: Iterable<string>
  /** Whether `Name:` in front of a text says who speaks. */
  readonly names: boolean
  /** Seconds of the recording; 0 where nobody knows. */
  readonly duration: number
}

/** A file is at most so many times as long as what is said in it. */
const AROUND = 4
/** Seconds by which programs round. */
const TOLERANCE = 1

/** Lines of a cue become one text: words of Latin scripts are parted by a space, Japanese is not. */
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{Nd},.;:!?'"”’)]$/u
const BEGINS = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\x21-\x7e\p{L}]/u
const gapOf = (before: string, after: string): string => (SPACED.test(before) && BEGINS.test(after) ? ' ' : '')

/** A span, and whether a line of its cue begins with it. */
type Piece = Span & { readonly startsLine: boolean }

/** What one person says in a cue. */
interface Turn {
  voice: string | null
  /** The file says that nobody known speaks from here on. */
  isNobody?: boolean
  pieces: Piece[]
}

/** Tags that say more than who speaks and when. */
const STYLE = /<(?!\/?v[\s.>]|\d)[^<>]*>/

function turnsOf(
  { lines, line }: RawCue,
  { isVtt, names }: { isVtt: boolean; names: boolean },
  repairs: Repairs,
): Turn[] {
  const payload = lines.join('\n')
  const plain = isVtt ? '' : readSrtText(payload)
  if (isVtt ? STYLE.test(payload) : plain !== payload) repairs.note('markup', line)
  if (!isVtt) return [srtTurn(plain, names)]
  const turns: Turn[] = []
  for (const piece of readVttText(payload).flatMap(piecesOf)) {
    const last = turns.at(-1)
    if (last?.voice === piece.voice) last.pieces.push(piece)
    else turns.push({ voice: piece.voice, pieces: [piece] })
  }
  return turns
}

/** What an SRT cue says, and who, where an export of ours marks it. */
function srtTurn(plain: string, names: boolean): Turn {
  const mark = readTurnMark(plain)
  const said = unescapeSrt(mark?.text ?? plain)
  const isNamed = names && mark !== null
  const text = mark?.name != null && !names ? `${mark.name}: ${said}` : said
  const pieces = piecesOf({ voice: null, text, at: null })
  return { voice: isNamed ? mark.name : null, isNobody: isNamed && mark.name === null, pieces }
}

const piecesOf = (span: Span): Piece[] =>
  span.text
    .split('\n')
    .map((text, index) => ({ ...span, text, at: index === 0 ? span.at : null, startsLine: index > 0 }))

/** Parts a turn where a line begins with a name that is believed. */
function withNames(turn: Turn, believed: ReadonlySet<string>): Turn[] {
  if (turn.voice !== null || believed.size === 0) return [turn]
  const turns: Turn[] = []
  for (const piece of turn.pieces) {
    const named = splitName(piece.text)
    const last = turns.at(-1)
    if (named && believed.has(named.name)) turns.push({ voice: named.name, pieces: [{ ...piece, text: named.text }] })
    else if (last) last.pieces.push(piece)
    else turns.push({ voice: null, pieces: [piece] })
  }
  return turns
}

/**
 * The text of a turn, and its words where the markup times them. Costs its length: only the last piece is looked at when
 * the next one comes.
 */
function contentOf({ pieces }: Turn, end: number): { content: string; words: TimedWord[] } {
  const parts: string[] = []
  let length = 0
  const words: TimedWord[] = []
  for (const { text, at, startsLine } of pieces) {
    const clean = cleanText(text)
    const isStart = startsLine || length === 0
    const piece = isStart ? clean.trimStart() : clean
    if (isStart) {
      const before = parts.pop() ?? ''
      const kept = before.trimEnd()
      parts.push(kept + gapOf(kept.slice(-2), piece))
      length += parts.at(-1)!.length - before.length
    }
    if (at !== null && piece.trim()) {
      const last = words.at(-1)
      if (last) last.end = Math.max(last.start, at)
      const offset = length + piece.length - piece.trimStart().length
      words.push({ text: piece.trim(), offset, start: at, end, confidence: 1 })
    }
    parts.push(piece)
    length += piece.length
  }
  return { content: parts.join('').trimEnd(), words }
}

/** An utterance whose cue may not say who speaks: then `speaker` is undefined. */
type Spoken = Omit<Utterance, 'speaker'> & { readonly speaker: string | null | undefined }

function utterancesOf(cue: RawCue, turns: readonly Turn[], repairs: Repairs): Spoken[] {
  const said = turns.flatMap((turn) => {
    const { content, words } = contentOf(turn, cue.end)
    if (turn.pieces.some(({ text }) => cleanText(text) !== text)) repairs.note('characters', cue.line)
    const speaker = turn.voice === null ? null : toName(turn.voice)
    if (turn.voice !== null && speaker !== turn.voice.trim()) repairs.note('names', cue.line)
    return content === '' ? [] : [{ content, words, speaker: turn.isNobody === true ? null : (speaker ?? undefined) }]
  })
  if (said.length === 0) repairs.note('empty', cue.line)
  const weights = said.map(({ content }) => Math.max(1, moraCount(content)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let used = 0
  const at = (share: number) => Math.round((cue.start + ((cue.end - cue.start) * share) / total) * 1000) / 1000
  return said.map(({ content, words, speaker }, index) => {
    const start_time = at(used)
    used += weights[index]!
    const end_time = at(used)
    // Nobody timed its words: all of it is one, whose time the words of the dictionary will share.
    const own =
      words.length > 0 && said.length === 1
        ? words
        : [{ text: content, offset: 0, start: start_time, end: end_time, confidence: 1 }]
    return { start_time, end_time, speaker, content, words: own }
  })
}

/** Times in order and within the recording; a cue that begins behind its end is another recording's. */
function mendTimes(cues: RawCue[], duration: number, repairs: Repairs): RawCue[] {
  const places = new Map(cues.map((cue, index) => [cue, index]))
  const problems = cues.flatMap(({ start, line, place }) =>
    duration > 0 && start > duration + TOLERANCE ? [problem(`cues.${place}.times`, 'past-end', line)] : [],
  )
  if (problems.length > 0) throw new ImportFailure(problems)
  const sorted = cues.toSorted((a, b) => a.start - b.start || places.get(a)! - places.get(b)!)
  for (const [index, cue] of sorted.entries()) {
    const before = sorted[index - 1]
    if (before && places.get(before)! > places.get(cue)!) repairs.note('sorted', cue.line)
    if (before && before.end > cue.start) repairs.note('overlapping', cue.line)
    if (duration > 0 && cue.end > duration + TOLERANCE) {
      repairs.note('clipped', cue.line)
      cue.end = Math.max(cue.start, duration)
    }
  }
  return sorted
}

/** Reads SRT or VTT. ImportFailure with all problems that were found. */
export function readSubtitles(text: string, { known, names, duration }: SubtitleOptions): Subtitles {
  if (text.length > LIMITS.importTextLength * AROUND) throw new ImportFailure([problem('file', 'too-large')])
  const repairs = new Repairs()
  const { format, cues, isUnnamed } = readCues(text, repairs)
  const read = mendTimes(cues, duration, repairs).map((cue) => ({
    cue,
    turns: turnsOf(cue, { isVtt: format === 'vtt', names }, repairs),
  }))
  const isVoiced = read.some(({ turns }) => turns.some(({ voice, isNobody }) => voice !== null || isNobody))
  const lines = read.flatMap(({ turns }) => turns.flatMap(({ pieces }) => pieces.map(({ text: line }) => line)))
  const believed = names && !isVoiced && !isUnnamed ? believedNames(lines, read.length, known) : new Set<string>()
  const goesOn = believed.size > 0 || (format === 'srt' && isVoiced)
  let speaking: string | null = null
  const utterances: Utterance[] = []
  for (const { cue, turns } of read) {
    for (const one of utterancesOf(
      cue,
      turns.flatMap((turn) => withNames(turn, believed)),
      repairs,
    )) {
      if (one.speaker !== undefined) speaking = one.speaker
      // Where names stand only in front of a turn, whoever spoke goes on.
      else if (!goesOn) speaking = null
      utterances.push({ ...one, speaker: speaking })
    }
  }
  if (utterances.reduce((sum, { content }) => sum + content.length, 0) > LIMITS.importTextLength)
    throw new ImportFailure([problem('file', 'too-large')])
  const long = utterances.findIndex(({ content }) => content.length > LIMITS.blockLength)
  if (long >= 0) throw new ImportFailure([problem(`cues.${long}.text`, 'too-long')])
  if (utterances.length > LIMITS.blocksPerTranscript) throw new ImportFailure([problem('cues', 'too-many-blocks')])
  if (utterances.length === 0) throw new ImportFailure([problem('file', 'no-cues')])
  return { format, utterances, repairs: repairs.all }
}
