// Figures of the speakers of a transcript, from times and texts of its blocks. A turn is a run of blocks of one speaker
// between blocks of others. Times in seconds.
import type { TalkFigures, TalkUnit } from '@kaiwa/contract/talk.ts'
import type { EditableBlock } from '../editable-block.ts'
import { languageOf } from '../language-of.ts'
import { MIN_SILENCE_SECONDS, spokenTimes } from '../silences.ts'
import { intersectionOf, type Interval, lengthOf, sharedBy, unionOf } from './intervals.ts'
import { countQuestions } from './questions.ts'

type Spoken = Pick<EditableBlock, 'uuid' | 'content' | 'start_time' | 'end_time' | 'speaker_id' | 'terms'>

export interface SpeakerTalk extends TalkFigures {
  readonly speaker_id: number | null
  /** When the speaker talks, sorted and without overlap. */
  readonly intervals: readonly Interval[]
}

export interface Talk {
  readonly unit: TalkUnit
  /** End of the last block. */
  readonly duration: number
  /** Figures of all speakers together; null if the transcript has no text. */
  readonly total: TalkFigures | null
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

function amountOf({ blocks }: Turn, unit: TalkUnit): number {
  const measure = unit === 'characters' ? CHARACTER : WORD
  return blocks.reduce((sum, { content }) => sum + (content.match(measure)?.length ?? 0), 0)
}

function timesOf(intervals: readonly Interval[]): TalkFigures['pauses'] {
  return { count: intervals.length, seconds: lengthOf(intervals) }
}

interface Spoke {
  turns: readonly Turn[]
  /** Talk time. */
  seconds: number
  /** Part of the talk time of all speakers, 0 to 1. */
  share: number
  overlaps: readonly Interval[]
  unit: TalkUnit
}

function figuresOf({ turns, seconds, share, overlaps, unit }: Spoke): TalkFigures {
  const longest = turns.reduce((best, turn) => (turn.end - turn.start > best.end - best.start ? turn : best))
  const amount = turns.reduce((sum, turn) => sum + amountOf(turn, unit), 0)
  return {
    seconds,
    share,
    turns: turns.length,
    median_turn: median(turns.map(({ start, end }) => end - start)),
    longest: { uuid: longest.blocks[0]!.uuid, start: longest.start, seconds: longest.end - longest.start },
    pace: seconds > 0 ? amount / (seconds / 60) : null,
    pauses: timesOf(turns.flatMap(pausesOf)),
    overlaps: timesOf(overlaps),
    questions: turns.reduce(
      (sum, { blocks }) => sum + blocks.reduce((of, { content }) => of + countQuestions(content), 0),
      0,
    ),
  }
}

function intervalsOf(blocks: readonly Spoken[]): Interval[] {
  return unionOf(blocks.map(({ start_time: start, end_time: end }) => ({ start, end })))
}

/** Figures of all speakers, and of each. The unit of the pace is that of the language of the text. */
export function talkOf(all: Iterable<Spoken>): Talk {
  const blocks = [...all].filter(({ content }) => content.trim() !== '').sort((a, b) => a.start_time - b.start_time)
  const unit: TalkUnit = languageOf(blocks) === 'en' ? 'words' : 'characters'
  const turns = turnsOf(blocks)
  const bySpeaker = Map.groupBy(turns, (turn) => turn.blocks[0]!.speaker_id)
  const spoken = Array.from(bySpeaker, ([speaker_id, own]) => {
    const intervals = intervalsOf(own.flatMap((turn) => turn.blocks))
    return { speaker_id, own, intervals, seconds: lengthOf(intervals) }
  })
  const seconds = spoken.reduce((sum, one) => sum + one.seconds, 0)
  const overlaps = sharedBy(spoken.map(({ intervals }) => intervals))
  return {
    unit,
    duration: blocks.reduce((end, { end_time }) => Math.max(end, end_time), 0),
    total: turns.length > 0 ? figuresOf({ turns, seconds, share: 1, overlaps, unit }) : null,
    speakers: spoken
      .map(({ speaker_id, own, intervals, seconds: spent }) => {
        const share = seconds > 0 ? spent / seconds : 0
        const common = intersectionOf(intervals, overlaps)
        const spoke = { turns: own, seconds: spent, share, overlaps: common, unit }
        return { speaker_id, intervals, ...figuresOf(spoke) }
      })
      .sort((a, b) => b.seconds - a.seconds),
  }
}
