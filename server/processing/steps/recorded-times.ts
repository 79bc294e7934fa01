// Times of a recording as its browser counted them, as times of its transcript. Pure.
import type { RecordingInterruption, RecordingMarker, RecordingSegment } from '@kaiwa/contract/recordings.ts'
import type { ListenedSegment } from '../live/listened.ts'

interface Recording {
  segments: readonly RecordingSegment[]
  markers: readonly RecordingMarker[]
  interruptions: readonly RecordingInterruption[]
  /** Null until the recording was read to its end. */
  listened: { segments: readonly Pick<ListenedSegment, 'from' | 'start' | 'end'>[] } | null
}

/**
 * Markers and interruptions at the times of the transcript. The transcript has no time for a segment that could not be read:
 * what was marked in it moves to its place between the others.
 */
export function toTranscriptTimes(recording: Recording): Pick<Recording, 'markers' | 'interruptions'> {
  const announced = new Map(recording.segments.map(({ offset, seconds }) => [offset, seconds]))
  const segments = (recording.listened?.segments ?? []).map(({ from, start, end }) => ({
    counted: announced.get(from) ?? start,
    start,
    end,
  }))
  const toTime = (seconds: number): number => {
    const segment = segments.findLast(({ counted }) => counted <= seconds)
    return segment ? Math.min(segment.start + seconds - segment.counted, segment.end) : seconds
  }
  const move = <T extends { seconds: number }>(place: T): T => ({ ...place, seconds: toTime(place.seconds) })
  return { markers: recording.markers.map(move), interruptions: recording.interruptions.map(move) }
}
