// A picture that somebody sent is never served as it came: it is read in the sandbox and drawn anew, small and without
// whatever else was in the file.
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FieldErrorCode } from '@kaiwa/contract/errors.ts'
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { AVATAR_FILE, avatarReader, avatarRun, saysTooManyPixels } from '@kaiwa/media-tools/avatar.ts'
import type { App } from '../platform/app.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { SandboxFailure } from './sandbox/failure.ts'
import { runSandboxed } from './sandbox/run-sandboxed.ts'

// Many times what the largest picture that is taken needs: only one made to be slow meets them. Whoever meets the clock
// before them was kept waiting by a busy machine.
const limits = { memoryBytes: 384 * BYTES_PER_MB, cpuSeconds: 8, fileSizeBytes: BYTES_PER_MB, timeoutSeconds: 60 }

/** Pictures are drawn one after the other: many large ones at once would take this process's memory and cores. */
let last: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = last.then(work, work)
  last = turn.catch(() => undefined)
  return turn
}

const refused = (code: FieldErrorCode) => invalid({ file: [code] })

/** What was wrong with the picture; null where it was not the picture. */
const fault = (error: unknown): FieldErrorCode | null => {
  if (!(error instanceof SandboxFailure)) return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'format' : null
  if (error.kind === 'missing-program' || error.kind === 'disk-full') return null
  const isTooLarge = error.kind === 'memory' || error.kind === 'timeout' || saysTooManyPixels(error.detail)
  return isTooLarge ? 'max' : 'format'
}

const readerOf = ({ name }: File, bytes: Uint8Array): string => {
  const extension = extname(name).slice(1).toLowerCase()
  const reader = avatarReader(bytes)
  if (!reader || !LIMITS.avatarExtensions.some((one) => one === extension)) throw refused('format')
  return reader
}

/**
 * A small square JPEG of the picture. Refuses (422 on `file`) with `format` what is no picture of the kinds that are
 * taken, whatever its name says, and with `max` what is too large in bytes or in pixels.
 */
export const drawAvatar = async ({ work }: Pick<App, 'work'>, file: File): Promise<Buffer> => {
  if (file.size >= LIMITS.avatarMb * BYTES_PER_MB) throw refused('max')
  const bytes = Buffer.from(await file.arrayBuffer())
  const reader = readerOf(file, bytes)
  return inTurn(() =>
    work.withFolder(async (folder) => {
      await writeFile(join(folder, 'in'), bytes)
      const beginning = performance.now()
      try {
        await runSandboxed(avatarRun('in', reader), { ...limits, cwd: folder })
        return await readFile(join(folder, AVATAR_FILE))
      } catch (error) {
        const code = fault(error)
        const seconds = (performance.now() - beginning) / 1000
        if (code === 'max' && seconds >= limits.timeoutSeconds)
          throw new Refusal('E_UNAVAILABLE', {}, { 'retry-after': '30' })
        throw code ? refused(code) : error
      }
    }),
  )
}
