// An uploaded picture is never served unchanged: it is decoded in the sandbox and re-encoded at a small size, without
// any metadata of the original file.
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FieldErrorCode } from '@kaiwa/contract/errors.ts'
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { PICTURE_RATE } from '@kaiwa/contract/picture-limits.ts'
import {
  AVATAR_FILE,
  AVATAR_HEAD_BYTES,
  avatarDemuxer,
  avatarRun,
  isTooManyPixelsError,
} from '@kaiwa/media-tools/avatar.ts'
import type { App } from '../app.ts'
import { FairQueue } from '../fair-queue.ts'
import { countCall } from '../http/rate-limit.ts'
import { invalid, Refusal } from '../refusal.ts'
import { SandboxFailure } from '../sandbox/sandbox-failure.ts'
import { runSandboxed } from '../sandbox/run-sandboxed.ts'

// The largest accepted picture (36 million pixels) needs 0.5 s of CPU and 165 MB. Only a picture crafted to be slow
// reaches the CPU or memory limit; the timeout alone can also be reached on a busy machine.
const limits = { memoryBytes: 384 * BYTES_PER_MB, cpuSeconds: 4, fileSizeBytes: BYTES_PER_MB, timeoutSeconds: 30 }

/** The only queue in this process for pictures of people and speakers. A waiting request keeps its bytes in memory. */
const queue = new FairQueue({ width: 2, widthPerWorkspace: 1, perAccount: 3, perWorkspace: 7, waiting: 16 })

function refused(code: FieldErrorCode) {
  return invalid({ file: [code] })
}

/** Error code for a bad picture; null if the picture is not the cause. */
function fault(error: unknown): FieldErrorCode | null {
  if (!(error instanceof SandboxFailure)) return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'format' : null
  if (error.kind === 'missing-program' || error.kind === 'disk-full') return null
  const isTooLarge = error.kind === 'memory' || error.kind === 'timeout' || isTooManyPixelsError(error.detail)
  return isTooLarge ? 'max' : 'format'
}

async function readerOf(file: File): Promise<string> {
  const extension = extname(file.name).slice(1).toLowerCase()
  const reader = avatarDemuxer(new Uint8Array(await file.slice(0, AVATAR_HEAD_BYTES).arrayBuffer()))
  if (!reader || !LIMITS.avatarExtensions.some((one) => one === extension)) throw refused('format')
  return reader
}

/**
 * Returns a small square JPEG of the picture. Refuses with 422 on `file`: `format` if it is not an accepted image type,
 * regardless of its name, and `max` if it has too many bytes or pixels. Rate limited per account across all calls that
 * draw a picture, and queued (E_TOO_MANY_REQUESTS).
 */
export async function drawAvatar(
  { db, work }: Pick<App, 'db' | 'work'>,
  { id: accountId, workspaceId }: { id: number; workspaceId: number | null },
  file: File,
): Promise<Buffer> {
  if (file.size >= LIMITS.avatarMb * BYTES_PER_MB) throw refused('max')
  const reader = await readerOf(file)
  await countCall(db, 'drawAvatar', PICTURE_RATE, String(accountId))
  return queue.run({ accountId, workspaceId }, () =>
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
