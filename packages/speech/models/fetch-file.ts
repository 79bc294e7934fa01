import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { SpeechFailure } from '../speech-failure.ts'

export interface Progress {
  received: number
  total: number | null
}

export interface FetchOptions {
  signal: AbortSignal
  onProgress?: (progress: Progress) => void
  /**
   * Delays between attempts in milliseconds; their number is the number of retries. An attempt that received data
   * restarts the list.
   */
  retryDelays?: readonly number[]
}

const RETRY_DELAYS_MS = [500, 1_000, 2_000, 5_000, 10_000]

/**
 * Downloads `url` to `path` and resumes an earlier attempt, also of another process. Uses Range with If-Range, so a
 * changed file starts from zero. The validator is stored in `{path}.json`.
 */
export async function fetchFile(
  url: string,
  path: string,
  { signal, onProgress, retryDelays = RETRY_DELAYS_MS }: FetchOptions,
): Promise<void> {
  for (let attempt = 0; ;) {
    const before = await sizeOf(path)
    try {
      return await fetchRest(url, path, signal, onProgress)
    } catch (error) {
      const failure = toSpeechFailure(error, signal)
      if (!failure.isTemporary || failure.code === 'aborted' || failure.code === 'disk-full') throw failure
      if ((await sizeOf(path)) > before) attempt = 0
      const delay = retryDelays[attempt++]
      if (delay === undefined) throw failure
      await wait(delay, undefined, { signal }).catch((reason: unknown) => {
        throw toSpeechFailure(reason, signal)
      })
    }
  }
}

async function fetchRest(
  url: string,
  path: string,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<void> {
  const have = await sizeOf(path)
  const validator = have > 0 ? await readValidator(path) : undefined
  const headers: Record<string, string> = validator ? { range: `bytes=${have}-`, 'if-range': validator } : {}
  const response = await fetch(url, { headers, signal, redirect: 'follow' })
  if (response.status === 404 || response.status === 410)
    throw new SpeechFailure('download-not-found', `${url} is not there`)
  if (response.status === 416) {
    await response.body?.cancel()
    // The file is complete, or belongs to a different version; the checksum decides.
    if (Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]) === have) return
    await rm(path, { force: true })
    throw new SpeechFailure('download-failed', `${url} has changed`)
  }
  if (!response.ok || !response.body) throw new SpeechFailure('download-failed', `${url} answered ${response.status}`)

  const from = response.status === 206 ? have : 0
  await writeFile(
    `${path}.json`,
    JSON.stringify({ validator: response.headers.get('etag') ?? response.headers.get('last-modified') }),
  )
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const total = Number.isFinite(length) ? from + length : null
  const file = await open(path, from > 0 ? 'a' : 'w')
  let received = from
  try {
    for await (const chunk of response.body) {
      await file.appendFile(chunk)
      received += chunk.length
      onProgress?.({ received, total })
    }
    await file.sync().catch(() => {})
  } finally {
    await file.close()
  }
  if (total !== null && received !== total)
    throw new SpeechFailure('download-failed', `${url} ended after ${received} of ${total} bytes`)
}

/** SHA-256 of a file, read as a stream. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

export function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** A weak validator is not allowed in range requests. */
async function readValidator(path: string): Promise<string | undefined> {
  try {
    const { validator } = JSON.parse(await readFile(`${path}.json`, 'utf8')) as { validator?: string | null }
    return validator && !validator.startsWith('W/') ? validator : undefined
  } catch {
    return undefined
  }
}

/** Converts a network or disk error to a SpeechFailure. */
export function toSpeechFailure(error: unknown, signal?: AbortSignal): SpeechFailure {
  if (error instanceof SpeechFailure) return error
  if (signal?.aborted) return new SpeechFailure('aborted', 'the download was stopped', { cause: error })
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    return new SpeechFailure('disk-full', 'there is no room for the model', { cause: error })
  return new SpeechFailure('download-failed', 'the download was cut off', { cause: error })
}
