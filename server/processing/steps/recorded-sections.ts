// Sections of a recording that a browser made: its markers and interruptions, at the blocks where they happened. Pure.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { RecordingInterruption, RecordingMarker } from '@kaiwa/contract/recordings.ts'
import { toSectionName } from '@kaiwa/transcript/clean-text.ts'

interface Block {
  start_time: number
  end_time: number
}

export interface RecordedPlaces {
  markers: readonly RecordingMarker[]
  interruptions: readonly RecordingInterruption[]
}

/** Shorter interruptions, as the change of a device, are not named. */
const MIN_MISSING_SECONDS = 3
/** Times of the browser and of the decoded sound differ by less. */
const TOLERANCE_SECONDS = 0.5

const SECONDS_PER_MINUTE = 60

/** A marker without a note; numbered from 1. Names are in the language of the transcript. */
function markerName(number: number, language: 'ja' | 'en'): string {
  return language === 'ja' ? `マーカー${number}` : `Marker ${number}`
}

/** Name of the section after an interruption, with the missing time. */
function interruptionName(seconds: number, language: 'ja' | 'en'): string {
  const isLong = seconds >= SECONDS_PER_MINUTE
  const number = Math.max(1, Math.round(isLong ? seconds / SECONDS_PER_MINUTE : seconds))
  if (language === 'ja') return `中断（${number}${isLong ? '分' : '秒'}）`
  return `Interruption (${number} ${isLong ? 'min' : 's'})`
}

/**
 * The names of sections by the index of the block that each begins with. A marker is set where something was said, so that its
 * section begins with the block that was being spoken; after an interruption it is the first block that begins. Sections of
 * the same block have one name.
 */
export function recordedSections(
  blocks: readonly Block[],
  { markers, interruptions }: RecordedPlaces,
  language: 'ja' | 'en',
): Map<number, string> {
  if (blocks.length === 0) return new Map()
  const last = blocks.length - 1
  const indexOf = (isIt: (block: Block) => boolean) => {
    const found = blocks.findIndex(isIt)
    return found < 0 ? last : found
  }
  const named = [
    ...interruptions
      .filter(({ missing }) => missing >= MIN_MISSING_SECONDS)
      .map(({ seconds, missing }) => ({
        seconds,
        index: indexOf((block) => block.start_time >= seconds - TOLERANCE_SECONDS),
        name: interruptionName(missing, language),
      })),
    ...markers.map(({ seconds, note }, at) => ({
      seconds,
      index: indexOf((block) => block.end_time > seconds),
      name: toSectionName(note) ?? markerName(at + 1, language),
    })),
  ].toSorted((a, b) => a.seconds - b.seconds)
  const byBlock = Map.groupBy(named, ({ index }) => index)
  return new Map([...byBlock].map(([index, all]) => [index, joined(all.map(({ name }) => name))]))
}

function joined(names: readonly string[]): string {
  return names
    .join(' / ')
    .slice(0, LIMITS.sectionNameLength)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')
}
