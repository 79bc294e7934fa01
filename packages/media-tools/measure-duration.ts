import { globalGuards, inputGuards, inputOf } from './guards.ts'
import type { Probe } from './probe.ts'
import type { ToolRun } from './tool-run.ts'

/**
 * Reads the recording without decoding it. The last progress report gives the duration that an unfinished header does not
 * contain.
 */
export function measureRun(path: string, probe: Probe, maxSeconds: number): ToolRun {
  return {
    program: 'ffmpeg',
    args: [
      ['-nostdin', '-hide_banner', '-v', 'error', ...globalGuards, '-progress', 'pipe:3', '-nostats'],
      ['-t', String(maxSeconds), ...inputGuards, ...inputOf(path, probe)],
      // The longer stream counts.
      [probe.video, probe.audio].flatMap((stream) => (stream ? ['-map', `0:${stream.index}`] : [])),
      ['-c', 'copy', '-f', 'null', '-'],
    ].flat(),
    folders: [],
    pcm: null,
    progress: true,
  }
}
