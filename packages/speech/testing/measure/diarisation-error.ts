import type { Turn } from '../../engine.ts'

export interface NamedTurn {
  start: number
  end: number
  speaker: string | number
}

export interface DiarisationError {
  /** Seconds of speech in the reference, summed over speakers. */
  total: number
  missed: number
  falseAlarm: number
  confused: number
  /** The sum of the three errors divided by `total`. */
  rate: number
}

const step = 0.01

/**
 * Diarisation error rate: missed, false and confused speech over all speech. Speakers are matched one to one with the
 * lowest error; overlapping speech counts for each speaker; `collar` seconds around the reference's boundaries are not
 * scored. `duration` limits the scored time.
 */
export function diarisationError(
  reference: readonly NamedTurn[],
  hypothesis: readonly Turn[],
  { collar = 0, duration = Infinity } = {},
): DiarisationError {
  const end = Math.min(duration, Math.max(0, ...[...reference, ...hypothesis].map((turn) => turn.end)))
  const frames = Math.round(end / step)
  const scored = new Uint8Array(frames).fill(1)
  if (collar > 0)
    for (const { start, end: stop } of reference)
      for (const border of [start, stop])
        scored.fill(0, Math.max(0, Math.round((border - collar) / step)), Math.round((border + collar) / step))
  const ours = active(reference, frames)
  const theirs = active(hypothesis, frames)
  const shared = ours.map((a) =>
    theirs.map((b) => a.reduce((sum, on, f) => sum + (on && b[f] && scored[f] ? 1 : 0), 0)),
  )
  const correct = bestMatch(shared)
  let [total, missed, falseAlarm, both] = [0, 0, 0, 0]
  for (let f = 0; f < frames; f++) {
    if (!scored[f]) continue
    const referenceCount = ours.reduce((sum, a) => sum + (a[f] ?? 0), 0)
    const hypothesisCount = theirs.reduce((sum, b) => sum + (b[f] ?? 0), 0)
    total += referenceCount
    missed += Math.max(0, referenceCount - hypothesisCount)
    falseAlarm += Math.max(0, hypothesisCount - referenceCount)
    both += Math.min(referenceCount, hypothesisCount)
  }
  const confused = both - correct
  const rate = total > 0 ? (missed + falseAlarm + confused) / total : falseAlarm > 0 ? 1 : 0
  return { total: total * step, missed: missed * step, falseAlarm: falseAlarm * step, confused: confused * step, rate }
}

function active(turns: readonly NamedTurn[], frames: number): Uint8Array[] {
  const speakers = [...new Set(turns.map((turn) => turn.speaker))]
  return speakers.map((speaker) => {
    const on = new Uint8Array(frames)
    for (const turn of turns)
      if (turn.speaker === speaker) on.fill(1, Math.round(turn.start / step), Math.round(turn.end / step))
    return on
  })
}

/**
 * The largest number of frames that a one-to-one match of rows to columns can share. Tries all matches, as there are
 * few speakers.
 */
function bestMatch(shared: readonly (readonly number[])[], row = 0, used: ReadonlySet<number> = new Set()): number {
  const [columns] = shared.slice(row)
  if (!columns) return 0
  let best = bestMatch(shared, row + 1, used)
  for (const [column, value] of columns.entries())
    if (!used.has(column) && value > 0)
      best = Math.max(best, value + bestMatch(shared, row + 1, new Set([...used, column])))
  return best
}

/** Parses an RTTM file: the turns of each recording. */
export function readRttm(text: string): Map<string, NamedTurn[]> {
  const recordings = new Map<string, NamedTurn[]>()
  for (const line of text.split('\n')) {
    const [kind, name = '', , start, seconds, , , speaker = ''] = line.trim().split(/\s+/)
    if (kind !== 'SPEAKER') continue
    const turns = recordings.get(name) ?? []
    turns.push({ start: Number(start), end: Number(start) + Number(seconds), speaker })
    recordings.set(name, turns)
  }
  return recordings
}
