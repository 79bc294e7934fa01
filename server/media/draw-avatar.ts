// A picture that somebody sent is never served as it came: it is read in the sandbox and drawn anew, small and without
// whatever else was in the file.
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FieldErrorCode } from '@kaiwa/contract/errors.ts'
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { PICTURE_RATE } from '@kaiwa/contract/pictures.ts'
import {
  AVATAR_FILE,
  AVATAR_HEAD_BYTES,
  avatarReader,
  avatarRun,
  saysTooManyPixels,
} from '@kaiwa/media-tools/avatar.ts'
import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { countCall } from '../platform/http/rate-limit.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { openDrawingQueue } from './drawing-queue.ts'
import { SandboxFailure } from './sandbox/failure.ts'
import { runSandboxed } from './sandbox/run-sandboxed.ts'

// The largest picture that is taken (36 million pixels) needs 0.5 s of CPU and 165 MB: only one made to be slow meets these
// limits. Whoever meets the clock first was kept waiting by a busy machine.
const limits = { memoryBytes: 384 * BYTES_PER_MB, cpuSeconds: 4, fileSizeBytes: BYTES_PER_MB, timeoutSeconds: 30 }

/** The one queue for every picture of a person or speaker in this process. A form that waits holds its bytes in memory. */
const inTurn = openDrawingQueue({ width: 2, perAccount: 2, perWorkspace: 6, total: 16 })

const refused = (code: FieldErrorCode) => invalid({ file: [code] })

/** What was wrong with the picture; null where it was not the picture. */
const fault = (error: unknown): FieldErrorCode | null => {
  if (!(error instanceof SandboxFailure)) return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'format' : null
  if (error.kind === 'missing-program' || error.kind === 'disk-full') return null
  const isTooLarge = error.kind === 'memory' || error.kind === 'timeout' || saysTooManyPixels(error.detail)
  return isTooLarge ? 'max' : 'format'
}

const readerOf = async (file: File): Promise<string> => {
  const extension = extname(file.name).slice(1).toLowerCase()
  const reader = avatarReader(new Uint8Array(await file.slice(0, AVATAR_HEAD_BYTES).arrayBuffer()))
  if (!reader || !LIMITS.avatarExtensions.some((one) => one === extension)) throw refused('format')
  return reader
}

/**
 * A small square JPEG of the picture. Refuses (422 on `file`) with `format` what is no picture of the kinds that are
 * taken, whatever its name says, and with `max` what is too large in bytes or in pixels. Pictures count per account, for
 * all calls that draw one together, and are drawn in turns (E_TOO_MANY_REQUESTS).
 */
export const drawAvatar = async (
  { db, work }: Pick<App, 'db' | 'work'>,
  { id: accountId, workspaceId }: Pick<Actor, 'id' | 'workspaceId'>,
  file: File,
): Promise<Buffer> => {
  if (file.size >= LIMITS.avatarMb * BYTES_PER_MB) throw refused('max')
  const reader = await readerOf(file)
  await countCall(db, 'drawAvatar', PICTURE_RATE, String(accountId))
  return inTurn({ accountId, workspaceId }, () =>
    work.withFolder(async (folder) => {
      await writeFile(join(folder, 'in'), new Uint8Array(await file.arrayBuffer()))
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
