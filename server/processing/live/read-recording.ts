// Reads all segments of a recording, while its upload grows or after, and cuts their sound into chunks of speech. Reading
// the same bytes gives the same chunks, so that another worker can begin again and finds what was recognised.
import { exceedsMinutes } from '@kaiwa/contract/minutes.ts'
import { areSourcesSeparate, recordedSound } from '@kaiwa/media-tools'
import { mediaKey, WAVEFORM } from '../../media/keys.ts'
import { readRecordedSegment } from '../../media/read-recorded-segment.ts'
import type { App } from '../../platform/app.ts'
import { openEngines } from '../engines/open-engines.ts'
import { findRun, type Run, type RunningFile } from '../store/runs.ts'
import { saveChunk } from '../steps/save-chunk.ts'
import { growingSegments } from './growing-segments.ts'
import type { Listened, ListenedSegment } from './listened.ts'

interface Reading {
  signal: AbortSignal
  isLastTry: boolean
  /** Milliseconds without a byte after which reading ends with UploadIdle. */
  idleMs: number
}

/** Throws UploadGone, UploadIdle, and errors that another try may not meet. */
export async function readRecording(
  app: App,
  run: Run,
  file: RunningFile,
  { signal, isLastTry, idleMs }: Reading,
): Promise<Listened> {
  const videoId = file.video_id
  const engines = await openEngines(app)
  const sound = recordedSound()
  const growing = growingSegments(app, file.id, signal, idleMs)
  let chunkCount = 0
  const onChunk = async (segment: Parameters<typeof saveChunk>[2]['segment']): Promise<void> => {
    chunkCount += 1
    // Read again: the language may have been detected since.
    const current = await findRun(app.db, run)
    const hasEngine = current !== undefined && engines.choose(current).engine !== null
    await saveChunk(app, run, { videoId, segment, hasEngine })
  }
  const segments: ListenedSegment[] = []
  for await (const { offset, bytes } of growing.segments()) {
    const start = sound.seconds()
    const found = await readRecordedSegment(app, sound, bytes, { signal, isLastTry, onChunk })
    const placed = found.probe?.audio ? sound.end() : { start, end: start, removed: [] }
    const to = growing.position()
    if (to > offset) segments.push({ ...found, ...placed, from: offset, to })
  }
  const summary = sound.finish()
  for (const segment of summary.segments) await onChunk(segment)
  const options = { contentType: 'application/json' }
  const { size } = await app.storage.put(mediaKey(videoId, WAVEFORM), JSON.stringify(summary.waveform), options)
  return {
    segments,
    decodedSeconds: summary.decodedSeconds,
    chunkCount,
    separateChannels: summary.separation !== null && areSourcesSeparate(summary.separation),
    waveformSize: size,
    isTooLong: exceedsMinutes(summary.decodedSeconds, app.config.maxFileMinutes),
  }
}
