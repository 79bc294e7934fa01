// The tus 1.0.0 protocol: uses the handlers of @tus/server with requests without bodies. Our own code writes the bytes
// from the connection to the disk (see bench/README.md, U1).
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import { type Lock, type Locker, Server } from '@tus/server'
import type { App } from '../platform/app.ts'
import { failureOf } from '../platform/http/failure-response.ts'
import { logFailure } from '../platform/http/log-failure.ts'
import { type AuthorisedUpload, TUS_PATH } from './upload-ticket.ts'
import type { Staging } from './staging.ts'
import { currentRequest, getCurrentRequest, RowStore, type TusRequest } from './tus-store.ts'

export type TusCall = Pick<TusRequest, 'upload' | 'body' | 'authoriseAgain'> & {
  id: string
  method: string
  /** Absolute URL of the tus endpoint, as the caller reached it. */
  endpoint: string
  headers: Headers
}

export type TusServer = (tusCall: TusCall) => Promise<Response>

interface Hooks {
  /** Runs before the last byte is acknowledged, and again for each later request to a finished upload. */
  onComplete: (upload: AuthorisedUpload) => Promise<void>
  onTerminate: (upload: AuthorisedUpload) => Promise<void>
}

/**
 * A client repeats Upload-Length of a recording after a lost connection. @tus/server accepts a length once, so the same
 * value is removed.
 */
function withoutKnownLength(headers: Headers, { declaredSize, length }: AuthorisedUpload): Headers {
  const known = new Headers(headers)
  if (declaredSize === null && length !== null && headers.get('upload-length') === String(length))
    known.delete('upload-length')
  return known
}

interface Holder {
  requestRelease: () => void
  released: Promise<void>
}

/**
 * One request at a time works on an upload. A browser that lost its connection returns while the server still waits on
 * the half-open one: the new request signals the holder to stop, and waits without polling until it has.
 */
class QueueLocker implements Locker {
  readonly #holders = new Map<string, Holder>()
  readonly #getRequestRelease: () => () => void

  /** `getRequestRelease` runs in the request that takes the lock. It returns the function that stops its receiving. */
  constructor(getRequestRelease: () => () => void) {
    this.#getRequestRelease = getRequestRelease
  }

  newLock(id: string): Lock {
    let release: (() => void) | undefined
    return {
      lock: async () => {
        const requestRelease = this.#getRequestRelease()
        for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
          holder.requestRelease()
          await holder.released
        }
        const { promise: released, resolve } = Promise.withResolvers<void>()
        release = resolve
        this.#holders.set(id, { requestRelease, released })
      },
      unlock: async () => {
        if (!release) return
        this.#holders.delete(id)
        release()
        release = undefined
      },
    }
  }
}

export function createTusServer(app: App, staging: Staging, { onComplete, onTerminate }: Hooks): TusServer {
  const maxBytes = app.config.maxFileMb * BYTES_PER_MB
  const server = new Server({
    path: TUS_PATH,
    datastore: new RowStore({ db: app.db, staging, maxBytes, terminate: onTerminate }),
    locker: new QueueLocker(() => {
      const { releaseController } = getCurrentRequest()
      return () => releaseController.abort()
    }),
    // The size of announced files was checked at upload-url, with a tolerance.
    maxSize: () => (getCurrentRequest().upload.declaredSize === null ? maxBytes : 0),
    namingFunction: () => getCurrentRequest().upload.videoId,
    relativeLocation: true,
    getFileIdFromRequest: (_request, last) => last?.toLowerCase(),
    allowedOrigins: [],
    onUploadFinish: async () => {
      await onComplete(getCurrentRequest().upload)
      return {}
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error) return undefined
      const { status, body } = failureOf(error, getCurrentRequest().id)
      logFailure(app.log.child({ request_id: getCurrentRequest().id }), error)
      return { status_code: status, body: JSON.stringify(body) }
    },
  })
  return ({ id, upload, authoriseAgain, body, method, endpoint, headers }) => {
    const address = method === 'POST' ? endpoint : `${endpoint}/${upload.videoId}`
    const known = method === 'PATCH' ? withoutKnownLength(headers, upload) : headers
    const request = new Request(address, { method, headers: known })
    const metadata = headers.get('upload-metadata')
    const releaseController = new AbortController()
    const authorisedAt = performance.now()
    const own: TusRequest = { id, upload, authoriseAgain, authorisedAt, body, metadata, releaseController, state: null }
    return currentRequest.run(own, async () => {
      const response = await server.handleWeb(request)
      // The stored header is returned unchanged: decoding and encoding it could alter it.
      const stored = own.state?.metadata ?? null
      if (method === 'HEAD' && response.ok && stored !== null) response.headers.set('upload-metadata', stored)
      return response
    })
  }
}
