// The tus 1.0.0 protocol: the handlers of @tus/server, given requests without their bodies. The bytes go from the
// connection to the disk on a way of our own (see bench/README.md, U1).
import { Server } from '@tus/server'
import type { App } from '../platform/app.ts'
import { failureOf } from '../platform/http/failure.ts'
import type { AuthorisedUpload } from './authorise-upload.ts'
import { QueueLocker } from './locker.ts'
import type { Staging } from './staging.ts'
import { TUS_PATH } from './tus-path.ts'
import { currentRequest, requestAtHand, RowStore, type TusRequest } from './tus-store.ts'

export type Asked = Pick<TusRequest, 'upload' | 'body'> & {
  id: string
  method: string
  /** Absolute address of the tus endpoint, as the caller reached it. */
  endpoint: string
  headers: Headers
}

export type TusServer = (asked: Asked) => Promise<Response>

type Hooks = {
  /** Runs before the last byte is acknowledged, and again whenever a finished upload is told of. */
  onComplete: (upload: AuthorisedUpload) => Promise<void>
  onTerminate: (upload: AuthorisedUpload) => Promise<void>
}

export const createTusServer = (app: App, staging: Staging, { onComplete, onTerminate }: Hooks): TusServer => {
  const server = new Server({
    path: TUS_PATH,
    datastore: new RowStore(app.db, staging, onTerminate),
    locker: new QueueLocker(() => {
      const { letGo } = requestAtHand()
      return () => letGo.abort()
    }),
    disableTerminationForFinishedUploads: true,
    namingFunction: () => requestAtHand().upload.videoId,
    relativeLocation: true,
    getFileIdFromRequest: (_request, last) => last?.toLowerCase(),
    allowedOrigins: [],
    onUploadFinish: async () => {
      await onComplete(requestAtHand().upload)
      return {}
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error) return undefined
      const { status, body } = failureOf(error, requestAtHand().id)
      if (status >= 500) app.log.error({ err: error, request_id: requestAtHand().id }, 'an upload request failed')
      return { status_code: status, body: JSON.stringify(body) }
    },
  })
  return ({ id, upload, body, method, endpoint, headers }) => {
    const address = method === 'POST' ? endpoint : `${endpoint}/${upload.videoId}`
    const request = new Request(address, { method, headers })
    const own: TusRequest = { id, upload, body, letGo: new AbortController(), state: null }
    return currentRequest.run(own, () => server.handleWeb(request))
  }
}
