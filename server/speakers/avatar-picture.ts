// A picture that somebody sent is never served as it came: it is read in the sandbox and drawn anew, small and without
// whatever else was in the file.
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { SandboxFailure } from '../media/sandbox/failure.ts'
import { runSandboxed } from '../media/sandbox/run-sandboxed.ts'
import type { App } from '../platform/app.ts'
import { invalid } from '../platform/refusal.ts'

const SIZE = 256
const limits = { memoryBytes: 512 * 1_048_576, cpuSeconds: 10, fileSizeBytes: 4 * 1_048_576, timeoutSeconds: 20 }

/** What the bytes are, whatever the name says: the reader of ffmpeg that takes exactly this. */
const readerOf = (bytes: Buffer): string | null => {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg_pipe'
  if (bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n') return 'png_pipe'
  if (bytes.subarray(0, 2).toString('latin1') === 'BM') return 'bmp_pipe'
  const isRiff = bytes.subarray(0, 4).toString('latin1') === 'RIFF'
  return isRiff && bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'webp_pipe' : null
}

/** PNG of 256 × 256, cut around the middle. Refuses (422 on `file`) what is no picture of the kinds that are taken. */
export const drawAvatar = async ({ work }: Pick<App, 'work'>, file: File): Promise<Buffer> => {
  const bytes = Buffer.from(await file.arrayBuffer())
  const extension = extname(file.name).slice(1).toLowerCase()
  const reader = readerOf(bytes)
  if (!LIMITS.avatarExtensions.some((one) => one === extension) || !reader) throw invalid({ file: ['format'] })
  return work.withFolder(async (folder) => {
    await writeFile(join(folder, 'in'), bytes)
    const cut = `scale=${SIZE}:${SIZE}:force_original_aspect_ratio=increase,crop=${SIZE}:${SIZE}`
    const args = ['-v', 'error', '-nostdin', '-protocol_whitelist', 'file', '-f', reader, '-i', 'in', '-frames:v', '1']
    const run = {
      program: 'ffmpeg' as const,
      args: [...args, '-vf', cut, '-map_metadata', '-1', '-c:v', 'png', '-f', 'image2', '-update', '1', 'out.png'],
      folders: [],
      pcm: null,
      progress: false,
    }
    try {
      await runSandboxed(run, { ...limits, cwd: folder })
      return await readFile(join(folder, 'out.png'))
    } catch (error) {
      const isNoPicture = error instanceof SandboxFailure && error.kind !== 'missing-program'
      if (isNoPicture || (error as NodeJS.ErrnoException).code === 'ENOENT') throw invalid({ file: ['format'] })
      throw error
    }
  })
}
