// Figures of the speakers of a transcript, from times and texts of its blocks. A turn is a run of blocks of one speaker
// between blocks of others. Times in seconds.
import type { EditableBlock } from '../editable-block.ts'
import { languageOf } from '../language-of.ts'
import { MIN_SILENCE_SECONDS, spokenTimes } from '../silences.ts'
import { intersectionOf, type Interval, lengthOf, unionOf } from './intervals.ts'
import { countQuestions } from './questions.ts'

type Spoken = Pick<EditableBlock, 'uuid' | 'content' | 'start_time' | 'end_time' | 'speaker_id' | 'terms'>

export interface Monologue {
  /** First block of the turn. */
  readonly uuid: string
  readonly start: number
  readonly seconds: number
}

export interface SpeakerTalk {
  readonly speaker_id: number | null
  /** When the speaker talks, sorted and without overlap. */
  readonly intervals: readonly Interval[]
  readonly seconds: number
  /** Share in the talk time of all speakers, 0 to 1. */
  readonly share: number
  readonly turns: number
  readonly medianTurn: number
  readonly longest: Monologue
  /** Characters per minute in Japanese, words per minute in English; null without talk time. */
  readonly pace: number | null
  /** Silences within turns. */
  readonly pauses: { readonly count: number; readonly seconds: number }
  /** Times at which another speaker talks, too. */
  readonly overlaps: { readonly count: number; readonly seconds: number }
  readonly questions: number
}

export interface Talk {
  readonly unit: 'characters' | 'words'
  /** End of the last block. */
  readonly duration: number
  /** The longest talk time first. */
  readonly speakers: readonly SpeakerTalk[]
}

const CHARACTER = /[\p{L}\p{N}]/gu
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

interface Turn {
  blocks: Spoken[]
  start: number
  end: number
}

/** Turns in the order of time. Blocks without text belong to no turn. */
function turnsOf(blocks: readonly Spoken[]): Turn[] {
  const turns: Turn[] = []
  for (const block of blocks) {
    const last = turns.at(-1)
    if (last && last.blocks[0]!.speaker_id === block.speaker_id) {
      last.blocks.push(block)
      last.end = Math.max(last.end, block.end_time)
    } else turns.push({ blocks: [block], start: block.start_time, end: block.end_time })
  }
  return turns
}

/** Gaps between the words of a turn that are silences. */
function pausesOf({ blocks }: Turn): Interval[] {
  const spoken = blocks.flatMap(spokenTimes).map(([start, end]) => ({ start, end }))
  const union = unionOf(spoken, MIN_SILENCE_SECONDS)
  return union.slice(1).map(({ start }, index) => ({ start: union[index]!.end, end: start }))
}

function talkOfSpeaker(
  speaker_id: number | null,
  own: readonly Turn[],
  others: readonly Interval[],
  unit: Talk['unit'],
) {
  const blocks = own.flatMap((turn) => turn.blocks)
  const intervals = unionOf(blocks.map(({ start_time: start, end_time: end }) => ({ start, end })))
  const seconds = lengthOf(intervals)
  const measure = unit === 'characters' ? CHARACTER : WORD
  const amount = blocks.reduce((sum, { content }) => sum + (content.match(measure)?.length ?? 0), 0)
  const pauses = own.flatMap(pausesOf)
  const overlaps = intersectionOf(intervals, others)
  const longest = own.reduce((best, turn) => (turn.end - turn.start > best.end - best.start ? turn : best))
  return {
    speaker_id,
    intervals,
    seconds,
    turns: own.length,
    medianTurn: median(own.map(({ start, end }) => end - start)),
    longest: { uuid: longest.blocks[0]!.uuid, start: longest.start, seconds: longest.end - longest.start },
    pace: seconds > 0 ? amount / (seconds / 60) : null,
    pauses: { count: pauses.length, seconds: lengthOf(pauses) },
    overlaps: { count: overlaps.length, seconds: lengthOf(overlaps) },
    questions: blocks.reduce((sum, { content }) => sum + countQuestions(content), 0),
  }
}

/** Figures of all speakers. The unit of the pace is that of the language of the text. */
export function talkOf(all: Iterable<Spoken>): Talk {
  const blocks = [...all].filter(({ content }) => content.trim() !== '').sort((a, b) => a.start_time - b.start_time)
  const unit = languageOf(blocks) === 'en' ? 'words' : 'characters'
  const bySpeaker = Map.groupBy(turnsOf(blocks), (turn) => turn.blocks[0]!.speaker_id)
  const speakers = Array.from(bySpeaker, ([speaker, own]) => {
    const others = unionOf(
      blocks
        .filter(({ speaker_id }) => speaker_id !== speaker)
        .map(({ start_time: start, end_time: end }) => ({ start, end })),
    )
    return talkOfSpeaker(speaker, own, others, unit)
  })
  const total = speakers.reduce((sum, { seconds }) => sum + seconds, 0)
  return {
    unit,
    duration: blocks.reduce((end, { end_time }) => Math.max(end, end_time), 0),
    speakers: speakers
      .map((speaker) => ({ ...speaker, share: total > 0 ? speaker.seconds / total : 0 }))
      .sort((a, b) => b.seconds - a.seconds),
  }
}
