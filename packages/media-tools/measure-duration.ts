import { fileUrl, globalGuards, inputGuards } from './guards.ts'
import type { Probe } from './probe.ts'
import type { ToolRun } from './tool-run.ts'

/**
 * Reads the sound without decoding it. The last progress report gives the duration that an unfinished header does not
 * contain.
 */
export function measureRun(path: string, { audio }: Probe, maxSeconds: number): ToolRun {
  return {
    program: 'ffmpeg',
    args: [
      ['-nostdin', '-hide_banner', '-v', 'error', ...globalGuards, '-progress', 'pipe:3', '-nostats'],
      ['-t', String(maxSeconds), ...inputGuards, '-i', fileUrl(path), '-map', `0:${audio?.index ?? 'a:0'}`],
      ['-c', 'copy', '-f', 'null', '-'],
    ].flat(),
    folders: [],
    pcm: null,
    progress: true,
  }
}
