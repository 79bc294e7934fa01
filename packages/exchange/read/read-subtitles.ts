// Converts cues into utterances: one for each cue, or for each speaker of a cue. Times are those of the file; within a
// cue they are those of its timed words, or are distributed in proportion to the morae.

import { LIMITS } from '@kaiwa/contract/limits.ts'
import { moraCount } from '@kaiwa/language/mora.ts'
import type { TimedWord } from '@kaiwa/language/terms.ts'
import { cleanText, isClean } from '@kaiwa/transcript/clean-text.ts'
import { readTurnMark, unescapeSrt } from '../srt-escapes.ts'
import { ImportFailure, problem } from './import-failure.ts'
import { acceptedNames, splitName, toName } from './name-prefixes.ts'
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
  /** Null if the file does not name the speaker. */
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
  /** Existing speakers. */
  readonly known: Iterable<string>
  /** Whether `Name:` at the start of a text names the speaker. */
  readonly names: boolean
  /** Seconds of the recording; 0 if unknown. */
  readonly duration: number
}

/** Maximum ratio of the file's length to the length of its text. */
const MAX_MARKUP_RATIO = 4
/** Seconds of tolerance for times rounded by other programs. */
const TOLERANCE = 1

/** Lines of a cue are joined into one text: with a space for Latin scripts, without for Japanese. */
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{Nd},.;:!?'"”’)]$/u
const BEGINS = /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\x21-\x7e\p{L}]/u

function separatorBetween(before: string, after: string): string {
  return SPACED.test(before) && BEGINS.test(after) ? ' ' : ''
}

/** A span, and whether it is at the start of a line. */
type Piece = Span & { readonly startsLine: boolean }

/** The text of one speaker in a cue. */
interface CueTurn {
  voice: string | null
  /** The file states that an unknown speaker speaks from here on. */
  isUnknownSpeaker?: boolean
  pieces: Piece[]
}

/** Tags other than voices and times. */
const STYLE = /<(?!\/?v[\s.>]|\d)[^<>]*>/

function turnsOf(
  { lines, line }: RawCue,
  { isVtt, names }: { isVtt: boolean; names: boolean },
  repairs: Repairs,
): CueTurn[] {
  // SRT cues end with a blank line.
  const payload = lines.slice(0, lines.findLastIndex((text) => text !== '') + 1).join('\n')
  const plain = isVtt ? '' : readSrtText(payload)
  if (isVtt ? STYLE.test(payload) : plain !== payload) repairs.note('markup', line)
  if (!isVtt) return [srtTurn(plain, names)]
  const turns: CueTurn[] = []
  for (const piece of readVttText(payload).flatMap(piecesOf)) {
    const last = turns.at(-1)
    if (last?.voice === piece.voice) last.pieces.push(piece)
    else turns.push({ voice: piece.voice, pieces: [piece] })
  }
  return turns
}

/** Text and speaker of an SRT cue, with the marks of a Kaiwa export if present. */
function srtTurn(plain: string, names: boolean): CueTurn {
  const mark = readTurnMark(plain)
  const content = unescapeSrt(mark?.text ?? plain)
  const isNamed = names && mark !== null
  const text = mark?.name != null && !names ? `${mark.name}: ${content}` : content
  const pieces = piecesOf({ voice: null, text, at: null })
  return { voice: isNamed ? mark.name : null, isUnknownSpeaker: isNamed && mark.name === null, pieces }
}

function piecesOf({ voice, text: lines, at }: Span): Piece[] {
  return lines.split('\n').map((text, index) => ({ voice, text, at: index === 0 ? at : null, startsLine: index > 0 }))
}

/** Splits a turn at each line that begins with an accepted name. */
function withNames(turn: CueTurn, accepted: ReadonlySet<string>): CueTurn[] {
  if (turn.voice !== null) return [turn]
  const turns: CueTurn[] = []
  for (const piece of turn.pieces) {
    const named = splitName(piece.text)
    const last = turns.at(-1)
    if (named && accepted.has(named.name)) turns.push({ voice: named.name, pieces: [{ ...piece, text: named.text }] })
    else if (last) last.pieces.push(piece)
    else turns.push({ voice: null, pieces: [piece] })
  }
  return turns
}

/**
 * The text of a turn, and its words if the markup contains times. Runs in linear time: only the last piece is examined
 * when the next one is added.
 */
function contentOf({ pieces }: CueTurn, end: number): { content: string; words: TimedWord[] } {
  const words: TimedWord[] = []
  const [first] = pieces
  if (first?.at === null && pieces.length === 1) return { content: cleanText(first.text).trim(), words }
  const parts: string[] = []
  let length = 0
  for (const { text, at, startsLine } of pieces) {
    const clean = cleanText(text)
    const isStart = startsLine || length === 0
    // A blank line inside a cue separates words like a single line end.
    if (isStart && at === null && clean.trim() === '') continue
    const piece = isStart ? clean.trimStart() : clean
    if (isStart) {
      const before = parts.pop() ?? ''
      const kept = before.trimEnd()
      parts.push(kept + separatorBetween(kept.slice(-2), piece))
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

/** An utterance; `speaker` is undefined if its cue does not name one. */
type SpokenUtterance = Omit<Utterance, 'speaker'> & { readonly speaker: string | null | undefined }

function utterancesOf(cue: RawCue, turns: readonly CueTurn[], repairs: Repairs): SpokenUtterance[] {
  const utterances = turns.flatMap((turn) => {
    const { content, words } = contentOf(turn, cue.end)
    if (turn.pieces.some(({ text }) => text.includes('\r') || !isClean(text))) repairs.note('characters', cue.line)
    const speaker = turn.voice === null ? null : toName(turn.voice)
    if (turn.voice !== null && speaker !== turn.voice.trim()) repairs.note('names', cue.line)
    return content === ''
      ? []
      : [{ content, words, speaker: turn.isUnknownSpeaker === true ? null : (speaker ?? undefined) }]
  })
  if (utterances.length === 0) repairs.note('empty', cue.line)
  const weights = utterances.length > 1 ? utterances.map(({ content }) => Math.max(1, moraCount(content))) : [1]
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let used = 0
  const at = (share: number) => Math.round((cue.start + ((cue.end - cue.start) * share) / total) * 1000) / 1000
  return utterances.map(({ content, words, speaker }, index) => {
    const start_time = at(used)
    used += weights[index]!
    const end_time = at(used)
    // Without word times, the whole text is one word with one time, which is later distributed over the dictionary's
    // words.
    const own =
      words.length > 0 && utterances.length === 1
        ? words
        : [{ text: content, offset: 0, start: start_time, end: end_time, confidence: 1 }]
    return { start_time, end_time, speaker, content, words: own }
  })
}

/**
 * Sorts times and limits them to the recording. A cue that starts after its end is an error, because it probably
 * belongs to another recording.
 */
function repairTimes(cues: RawCue[], duration: number, repairs: Repairs): RawCue[] {
  const problems = cues.flatMap(({ start, line, index: cueIndex }) =>
    duration > 0 && start > duration + TOLERANCE ? [problem(`cues.${cueIndex}.times`, 'past-end', line)] : [],
  )
  if (problems.length > 0) throw new ImportFailure(problems)
  const sorted = cues.toSorted((a, b) => a.start - b.start)
  for (const [index, cue] of sorted.entries()) {
    const before = sorted[index - 1]
    if (before && before.index > cue.index) repairs.note('sorted', cue.line)
    if (before && before.end > cue.start) repairs.note('overlapping', cue.line)
    if (duration > 0 && cue.end > duration + TOLERANCE) {
      repairs.note('clipped', cue.line)
      cue.end = Math.max(cue.start, duration)
    }
  }
  return sorted
}

/** Reads SRT or VTT. Throws ImportFailure with all problems found. */
export function readSubtitles(text: string, { known, names, duration }: SubtitleOptions): Subtitles {
  if (text.length > LIMITS.textPerTranscript * MAX_MARKUP_RATIO) throw new ImportFailure([problem('file', 'too-large')])
  const repairs = new Repairs()
  const { format, cues, hasNoSpeakers: isUnnamed } = readCues(text, repairs)
  const read = repairTimes(cues, duration, repairs).map((cue) => ({
    cue,
    turns: turnsOf(cue, { isVtt: format === 'vtt', names }, repairs),
  }))
  const isVoiced = read.some(({ turns }) =>
    turns.some(({ voice, isUnknownSpeaker: isNobody }) => voice !== null || isNobody),
  )
  const linesOf = ({ turns }: { turns: readonly CueTurn[] }): string[] =>
    turns.flatMap(({ pieces }) => pieces.map(({ text: line }) => line))
  const accepted =
    names && !isVoiced && !isUnnamed ? acceptedNames(read.flatMap(linesOf), read.length, known) : new Set<string>()
  const continuesTurn = accepted.size > 0 || (format === 'srt' && isVoiced)
  let speaking: string | null = null
  const utterances: Utterance[] = []
  for (const { cue, turns } of read) {
    for (const one of utterancesOf(
      cue,
      accepted.size === 0 ? turns : turns.flatMap((turn) => withNames(turn, accepted)),
      repairs,
    )) {
      if (one.speaker !== undefined) speaking = one.speaker
      // If names appear only at the start of a turn, the previous speaker continues.
      else if (!continuesTurn) speaking = null
      utterances.push({ ...one, speaker: speaking })
    }
  }
  if (utterances.reduce((sum, { content }) => sum + content.length, 0) > LIMITS.textPerTranscript)
    throw new ImportFailure([problem('file', 'too-much-text')])
  const long = utterances.findIndex(({ content }) => content.length > LIMITS.blockLength)
  if (long >= 0) throw new ImportFailure([problem(`cues.${long}.text`, 'too-long')])
  if (utterances.length > LIMITS.blocksPerTranscript) throw new ImportFailure([problem('cues', 'too-many-blocks')])
  if (utterances.length === 0) throw new ImportFailure([problem('file', 'no-cues')])
  return { format, utterances, repairs: repairs.all }
}
