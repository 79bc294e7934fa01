// Parses SRT and VTT into cues. Both are parsed leniently, because programs differ: numbers and settings may be
// missing, points may be commas, and any line end is accepted. Only times are never guessed: a cue with unreadable
// times is left out.

import type { ImportFormat } from '@kaiwa/contract/exchange-formats.ts'
import type { ImportProblem } from '@kaiwa/contract/exchange.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ImportFailure, MAX_PROBLEMS, problem } from './import-failure.ts'
import type { Repairs } from './repairs.ts'

export interface RawCue {
  /** Seconds. */
  start: number
  end: number
  /** Lines of the file, including markup. */
  readonly lines: string[]
  /** Line number of the times in the file, from 1. */
  readonly line: number
  /** Index among all cues of the file, from 0. */
  readonly index: number
}

const ARROW = '-->'
const TIME = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,3}))?`
const WHOLE_TIME = new RegExp(`^${TIME}$`)
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-{1,2}>\s*${TIME}(?:\s.*)?$`)

/** Seconds of the time whose four groups begin at `first`; NaN without a match or beyond 59 minutes or seconds. */
function secondsOf(found: RegExpExecArray | null, first: number): number {
  if (!found) return Number.NaN
  const minutes = Number(found[first + 1])
  const seconds = Number(found[first + 2])
  if (minutes > 59 || seconds > 59) return Number.NaN
  const milliseconds = Number((found[first + 3] ?? '').padEnd(3, '0'))
  return Number(found[first] ?? 0) * 3600 + minutes * 60 + seconds + milliseconds / 1000
}

/** Parses a time inside a VTT text into seconds; NaN if it is not a time. */
export function toSeconds(text: string): number {
  return secondsOf(WHOLE_TIME.exec(text), 1)
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}

/** A line that was meant as times, although they cannot be read: both sides of the arrow begin with a number and a colon. */
const LIKE_TIMES = /^\s*\d+:[^>]*->\s*(?:\d|\S+\s*$)/

/**
 * Whether a line with an arrow begins a cue: if it has or resembles times, or is where times are expected, after a blank
 * line or the number of a cue. Any other arrow belongs to the text of the open cue.
 */
function beginsCue(lines: readonly string[], index: number, open: RawCue | null): boolean {
  if (!open || LIKE_TIMES.test(lines[index]!)) return true
  const before = lines[index - 1]!
  return isBlank(before) || (/^\s*\d+\s*$/.test(before) && isBlank(lines[index - 2] ?? ''))
}

/** Parts of a VTT file that are not shown. */
const BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/

/** Marks a VTT file written by Kaiwa in which no text begins with a speaker's name, although some look so. */
export const NO_SPEAKERS_NOTE = 'NOTE kaiwa: no speakers'

export interface ReadCues {
  readonly format: Exclude<ImportFormat, 'json'>
  readonly cues: RawCue[]
  /** The file states that it contains no speaker names. */
  readonly hasNoSpeakers: boolean
}

/** Metadata below `WEBVTT`, up to a blank line. */
function headerEnd(lines: readonly string[]): number {
  let index = 1
  while (index < lines.length && !isBlank(lines[index]!) && !lines[index]!.includes(ARROW)) index++
  return index
}

/**
 * The cues of a file in its order. A cue with unreadable times is left out and reported with its text. Throws
 * ImportFailure if most cues are unreadable, or if there are none.
 */
export function readCues(text: string, repairs: Repairs): ReadCues {
  const lines = text.split(/\r\n|\r|\n/)
  const isVtt = /^\ufeff?WEBVTT(?:\s|$)/.test(lines[0] ?? '')
  const problems: ImportProblem[] = []
  const cues: RawCue[] = []
  let [unreadable, isUnnamed] = [0, false]
  let open: RawCue | null = null
  for (let index = isVtt ? headerEnd(lines) : 0; index < lines.length; index++) {
    const line = lines[index]!
    // Each line of times contains `->`. Testing for it is faster than matching the pattern on every line.
    const found = line.includes('->') ? TIMES.exec(line) : null
    if (found || (line.includes(ARROW) && beginsCue(lines, index, open))) {
      if (!isVtt) dropNumber(open)
      const [start, end] = [secondsOf(found, 1), secondsOf(found, 5)]
      const fault = !found || Number.isNaN(start + end) ? 'times' : end < start ? 'times-order' : null
      const cueIndex = cues.length + unreadable
      open = { start, end, lines: [], line: index + 1, index: cueIndex }
      if (fault !== null) {
        unreadable++
        const one = problem(`cues.${cueIndex}.times`, fault, index + 1, line)
        if (problems.length < MAX_PROBLEMS) problems.push(one)
        repairs.note('unreadable', index + 1, 1, one.found)
      } else if (cues.push(open) > LIMITS.blocksPerTranscript)
        throw new ImportFailure([problem('cues', 'too-many-blocks', index + 1)])
    } else if (isVtt && isBlank(line)) open = null
    else if (isVtt && !open && BLOCK.test(line) && isBlank(lines[index - 1] ?? '')) {
      isUnnamed ||= line === NO_SPEAKERS_NOTE
      while (index + 1 < lines.length && !isBlank(lines[index + 1]!)) index++
    } else if (open) open.lines.push(line)
    else if (!isBlank(line) && !isIdentifier(lines, index)) repairs.note('ignored', index + 1)
  }
  if (unreadable > cues.length) throw new ImportFailure(problems)
  if (cues.length === 0) throw new ImportFailure([problem('file', 'no-cues')])
  return { format: isVtt ? 'vtt' : 'srt', cues, hasNoSpeakers: isUnnamed }
}

/** A line before the times that identifies the cue: a number in SRT, any text in VTT. */
function isIdentifier(lines: readonly string[], index: number): boolean {
  return (lines[index + 1] ?? '').includes(ARROW) || /^\s*\d+\s*$/.test(lines[index]!)
}

/** In SRT, the number of the next cue can only be recognised by the line that follows it. */
function dropNumber(cue: RawCue | null): void {
  if (cue && cue.lines.length > 0 && /^\s*\d+\s*$/.test(cue.lines.at(-1)!)) cue.lines.pop()
}
