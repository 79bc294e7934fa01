// Merges the description of a recording with the stored one. Pure.
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import type { RecordingInterruption, RecordingMarker, RecordingSegment } from '@kaiwa/contract/recordings.ts'

export interface RecordingNotes {
  segments: readonly RecordingSegment[]
  markers: readonly RecordingMarker[]
  interruptions: readonly RecordingInterruption[]
}

/** Bytes of its upload. */
export interface UploadSize {
  received: number
  length: number | null
  /** Largest file that is accepted. */
  max: number
}

const NOTHING: RecordingNotes = { segments: [], markers: [], interruptions: [] }

/**
 * Returns what is to be stored, or the first wrong offset: the first segment begins with the upload, each other one
 * after the one before and, when it is new, not before the received bytes. Segments that are stored stay as they are.
 * A browser only adds, so a list that begins like a stored longer one belongs to an earlier call that arrived late, and
 * changes nothing.
 */
export function mergeRecording(
  stored: RecordingNotes = NOTHING,
  given: RecordingNotes,
  { received, length, max }: UploadSize,
): RecordingNotes | { errors: FieldErrors } {
  let before = -1
  for (const [index, { offset }] of given.segments.entries()) {
    const known = stored.segments[index]
    // The first segment may be described late, because it can only begin with the upload.
    const isInPlace = known || index === 0 ? offset === (known?.offset ?? 0) : offset >= received && offset > before
    if (!isInPlace) return { errors: { [`segments.${index}.offset`]: ['format'] } }
    if (offset > (length ?? max)) return { errors: { [`segments.${index}.offset`]: ['max'] } }
    before = offset
  }
  return {
    segments: [...stored.segments, ...given.segments.slice(stored.segments.length)],
    markers: longer(stored.markers, given.markers),
    interruptions: longer(stored.interruptions, given.interruptions),
  }
}

function longer<T extends object>(stored: readonly T[], given: readonly T[]): readonly T[] {
  const isBeginning = given.every((one, index) => isSame(one, stored[index]))
  return isBeginning ? stored : given
}

function isSame<T extends object>(one: T, other: T | undefined): boolean {
  return other !== undefined && Object.entries(one).every(([key, value]) => other[key as keyof T] === value)
}
