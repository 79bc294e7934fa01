import {
  type AudioStream,
  chooseTracks,
  heardTracks,
  statedLength,
  trackGroups,
  tracksReader,
  tracksRun,
  type TrackSound,
} from '@kaiwa/media-tools'
import type { FileNote } from '@kaiwa/contract/files.ts'
import type { App } from '../platform/app.ts'
import { runSandboxed } from '../platform/sandbox/run-sandboxed.ts'
import { SandboxFailure } from '../platform/sandbox/sandbox-failure.ts'
import type { Inspected } from './inspect.ts'
import { speechLimits } from './pass-limits.ts'
import { mediaNotes } from './preparation-failure.ts'

/** Abort reason when the rest of the recording need not be read. */
const decided = new Error('every track has sound')

/**
 * Chooses the sound tracks of a recording that has several: those with sound, mixed. Returns the recording with its
 * choice, and a note that says which they are; unchanged and without a note if there is only one. Throws SandboxFailure.
 */
export async function listenToTracks(
  app: App,
  path: string,
  inspected: Inspected,
  signal: AbortSignal,
): Promise<{ inspected: Inspected; note: FileNote | null }> {
  const { probe, duration } = inspected
  if (probe.tracks.length < 2) return { inspected, note: null }
  const listen = async (tracks: readonly AudioStream[]): Promise<TrackSound[]> => {
    const reader = tracksReader(tracks)
    const ended = new AbortController()
    const options = {
      ...speechLimits(duration),
      signal: AbortSignal.any([signal, ended.signal]),
      onStdout: (bytes: Uint8Array) => {
        reader.push(bytes)
        if (reader.isDecided()) ended.abort(decided)
      },
    }
    const run = tracksRun(path, probe, tracks, app.config.maxFileMinutes * 60)
    try {
      await app.work.withFolder((cwd) => runSandboxed(run, { ...options, cwd }))
    } catch (error) {
      // A track that cannot be decoded must not prevent the use of another: what was heard so far counts.
      const isRefused = error instanceof SandboxFailure && error.kind === 'refused'
      if (error !== decided && !isRefused) throw error
    }
    return reader.finish()
  }
  let chosen = probe
  for (const tracks of trackGroups(probe)) {
    chosen = chooseTracks(probe, await listen(tracks))
    if (chosen !== probe) break
  }
  const numbers = heardTracks(chosen).map(({ index }) => probe.tracks.findIndex((track) => track.index === index) + 1)
  const note =
    numbers.length > 1 ? mediaNotes.tracksMixed(numbers) : mediaNotes.trackUsed(numbers[0] ?? 1, probe.tracks.length)
  // Tracks that are not used may be longer.
  const stated = statedLength(chosen, heardTracks(chosen))
  const length = { duration: stated ?? duration }
  return { inspected: { ...inspected, probe: { ...chosen, ...length }, ...length, promised: stated }, note }
}
