// Files that the system shared with the app, kept by the service worker until the page that asks for their folder takes them.
import { SHARED_CACHE as CACHE } from '../platform/shared-cache-name.ts'

const NAME = 'x-kaiwa-name'
const MODIFIED = 'x-kaiwa-modified'
const KEPT_AT = 'x-kaiwa-kept-at'
/** A person who does not come back within a day does not expect the files any more. */
const MAX_AGE_MS = 24 * 60 * 60 * 1_000
const MAX_FILES = 50

/** Keeps the files, in place of those of an earlier share. Throws QuotaExceededError when the disk is full. */
export async function keepShared(files: readonly File[]): Promise<void> {
  await caches.delete(CACHE)
  const cache = await caches.open(CACHE)
  try {
    for (const [index, file] of files.slice(0, MAX_FILES).entries()) {
      const headers = {
        'content-type': file.type || 'application/octet-stream',
        [NAME]: encodeURIComponent(file.name),
        [MODIFIED]: String(file.lastModified),
        [KEPT_AT]: String(Date.now()),
      }
      await cache.put(`/shared/${index}`, new Response(file, { headers }))
    }
  } catch (error) {
    await caches.delete(CACHE)
    throw error
  }
}

async function readFile(response: Response): Promise<File> {
  const { headers } = response
  const name = decodeURIComponent(headers.get(NAME) ?? '')
  const options = { type: headers.get('content-type') ?? '', lastModified: Number(headers.get(MODIFIED)) }
  return new File([await response.blob()], name, options)
}

/** The kept files, in the order of the share. */
export async function readShared(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(CACHE))) return []
  const cache = await caches.open(CACHE)
  const found = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
  const kept = found.filter((response) => response !== undefined)
  const isOld = kept.some(({ headers }) => Date.now() - Number(headers.get(KEPT_AT)) > MAX_AGE_MS)
  if (!isOld) return Promise.all(kept.map(readFile))
  await dropShared()
  return []
}

/** Deletes them: they were taken or refused, or the person signed out. */
export async function dropShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE)
}
