// The days that a sentence names. Several properties of a conversation ask for them, and finding them takes most of the time.
import { findDates, type FoundDate } from '../dates.ts'
import type { Day } from '../days.ts'
import type { Sentence } from './sentences.ts'

const known = new WeakMap<Sentence, { on: Day; dates: FoundDate[] }>()

export function datesOf(sentence: Sentence, on: Day): readonly FoundDate[] {
  const found = known.get(sentence)
  if (found && found.on.year === on.year && found.on.month === on.month && found.on.day === on.day) return found.dates
  const dates = findDates(sentence.folded, on)
  known.set(sentence, { on, dates })
  return dates
}
