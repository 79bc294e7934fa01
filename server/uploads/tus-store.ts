// The DataStore interface of @tus/server over our rows and our staging. Its own file store is unsuitable: its expiry
// deletes finished uploads, and it neither syncs nor verifies bytes.
import { AsyncLocalStorage } from 'node:async_hooks'
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { isDiskFull } from '../platform/storage/disk-full.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { lockTreeFor } from '../tree/lock-tree-for.ts'
import { type AuthorisedUpload, findOwnUpload } from './upload-ticket.ts'
import {
  ChecksumMismatch,
  type IncomingBytes,
  mustDiscardBytes,
  readBatches,
  StagedBytesLost,
  TooManyBytes,
} from './receive.ts'
import { recordingReservation } from './policy.ts'
import type { Staging } from './staging.ts'
import { reserveNow, reserveStorage } from './reserve-storage.ts'
import { createUpload, declareLength, findUploadState, moveOffset, type UploadState } from './store/uploads.ts'

/** State of one request that @tus/server does not pass on. */
export interface TusRequest {
  /** Request id for the log. */
  id: string
  upload: AuthorisedUpload
  /** Checks the sender's rights again. */
  authoriseAgain: () => Promise<void>
  /** Time of the last check (`performance.now()`). */
  authorisedAt: number
  /** Read directly from the connection: @tus/server would pipe it through three web streams. */
  body: Omit<IncomingBytes, 'maxBytes' | 'releaseSignal'>
  /** The Upload-Metadata header. */
  metadata: string | null
  /** Aborts when another request wants to continue the upload. */
  releaseController: AbortController
  /** The upload's row, after it was read under the lock. */
  state: UploadState | null
}

/** The request that is being processed. */
export const currentRequest = new AsyncLocalStorage<TusRequest>()

export function getCurrentRequest(): TusRequest {
  const request = currentRequest.getStore()
  if (!request) throw new Error('A tus handler ran outside of a request')
  return request
}

/** Reuse a check of rights for this time: most requests are shorter. */
const AUTHORISATION_REUSE_MS = 250

const CHECKSUM_MISMATCH = { status_code: 460, body: 'Checksum mismatch\n' }
const WRONG_LENGTH = { status_code: 413, body: 'Upload-Length differs from the announced size\n' }
const NOT_DEFERRABLE = { status_code: 400, body: 'Only the upload of a recording may defer its length\n' }
const EMPTY = { status_code: 400, body: 'A recording without a byte cannot be completed; cancel its upload\n' }
const NO_SPACE = { status_code: 507, body: 'The server has no space left\n' }

/** Maps write errors to protocol answers; other errors are returned unchanged. */
function toTusError(error: unknown): unknown {
  if (error instanceof ChecksumMismatch) return CHECKSUM_MISMATCH
  if (error instanceof TooManyBytes) return ERRORS.ERR_MAX_SIZE_EXCEEDED
  if (error instanceof StagedBytesLost) return ERRORS.FILE_NO_LONGER_EXISTS
  return isDiskFull(error) ? NO_SPACE : error
}

export interface RowStoreOptions {
  db: Db
  staging: Staging
  /** Maximum file size in bytes. */
  maxBytes: number
  terminate: (upload: AuthorisedUpload) => Promise<void>
}

export class RowStore extends DataStore {
  readonly #db: Db
  readonly #staging: Staging
  readonly #maxBytes: number
  readonly #terminate: (upload: AuthorisedUpload) => Promise<void>

  constructor({ db, staging, maxBytes, terminate }: RowStoreOptions) {
    super()
    this.#db = db
    this.#staging = staging
    this.#maxBytes = maxBytes
    this.#terminate = terminate
    this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration']
  }

  override getExpiration(): number {
    // 0 disables the expiry of @tus/server. The row's expiry applies, by the database's clock.
    return 0
  }

  override async create(upload: Upload): Promise<Upload> {
    const request = getCurrentRequest()
    const { id, declaredSize, sender } = request.upload
    const length = upload.size ?? null
    if (length === 0) throw declaredSize === null ? EMPTY : ERRORS.INVALID_LENGTH
    if (declaredSize !== null) {
      if (length === null) throw NOT_DEFERRABLE
      const tolerance = LIMITS.uploadSizeToleranceMb * BYTES_PER_MB
      if (Math.abs(length - declaredSize) > tolerance) throw WRONG_LENGTH
    }
    const save = async (trx: Db | Trx): Promise<UploadState> => {
      const state = await createUpload(trx, id, { length, metadata: request.metadata })
      if (!state) throw ERRORS.INVALID_LENGTH
      return state
    }
    if (declaredSize !== null || length === null) request.state = await save(this.#db)
    // One transaction: a refused length reserves nothing.
    else
      request.state = await this.#inSenderRights(request.upload, async (trx) => {
        await reserveStorage(trx, id, sender, { bytes: 0, length })
        return save(trx)
      })
    return upload
  }

  override async getUpload(videoId: string): Promise<Upload> {
    const request = getCurrentRequest()
    const state = await findUploadState(this.#db, request.upload.id)
    if (!state || (state.length === null && !state.is_recording)) throw ERRORS.FILE_NOT_FOUND
    request.state = state
    return new Upload({ id: videoId, size: state.length ?? undefined, offset: state.received })
  }

  /** Stores the final length of a recording, declared in the PATCH with its last bytes or afterwards. */
  override async declareUploadLength(_videoId: string, length: number): Promise<void> {
    const { upload, state } = getCurrentRequest()
    if (length === 0) throw EMPTY
    if (!state) throw ERRORS.INVALID_LENGTH
    // A length equal to the received bytes completes the upload.
    const isDeclared = await this.#inSenderRights(upload, async (trx) => {
      await reserveStorage(trx, upload.id, upload.sender, { bytes: 0, length })
      return declareLength(trx, upload.id, length)
    })
    if (!isDeclared) throw ERRORS.INVALID_LENGTH
    state.length = length
    state.reserved = length
  }

  /** @tus/server passes an empty stream; the bytes come from the request. */
  override async write(_empty: unknown, _videoId: string, offset: number): Promise<number> {
    const { upload, body, releaseController, state } = getCurrentRequest()
    if (!state) throw ERRORS.FILE_NOT_FOUND
    // A repeated creation with bytes, as after a lost answer: these bytes are stored already.
    if (state.received !== offset) throw ERRORS.INVALID_OFFSET
    const maxBytes = (state.length ?? this.#maxBytes) - offset
    if (maxBytes === 0) return await this.#assertNoMoreBytes(offset)
    // Refuse before the body is received.
    if (state.reserved <= offset) await reserveNow(this.#db, upload.id, upload.sender, { bytes: offset + 1 })
    let acknowledged = offset
    const move = async (to: number): Promise<void> => {
      if (to === acknowledged) return
      await this.#move(upload, acknowledged, to)
      acknowledged = to
    }
    const acknowledge = async (durable: number): Promise<void> => {
      if (durable === acknowledged) return
      await this.#assertSenderAllowed()
      await move(durable)
    }
    // Live reading takes the bytes of a recording when they are acknowledged, which cannot be taken back. Those with a wrong
    // checksum, or with more bytes than the declared length, are discarded at the end of the request.
    const isVerifiedFirst = state.is_recording && (body.checksum !== null || state.length !== null)
    let { reserved } = state
    const reserve = async (durable: number): Promise<void> => {
      await this.#assertSenderAllowed()
      if (durable <= reserved) return
      await reserveNow(this.#db, upload.id, upload.sender, { bytes: durable })
      reserved = recordingReservation(durable)
    }
    try {
      const reached = await this.#staging.append(
        upload.id,
        offset,
        { ...body, maxBytes, releaseSignal: releaseController.signal },
        isVerifiedFirst ? reserve : acknowledge,
      )
      await acknowledge(reached)
      return reached
    } catch (error) {
      if (mustDiscardBytes(error)) await move(offset)
      // A cancel may have deleted the bytes before they were opened, which created an empty file.
      if (error instanceof StagedBytesLost) await this.#assertUploadExists(upload.id)
      throw toTusError(error)
    }
  }

  override async remove(): Promise<void> {
    await this.#terminate(getCurrentRequest().upload)
  }

  /** For an upload that has every byte: a body with further bytes is too long. */
  async #assertNoMoreBytes(offset: number): Promise<number> {
    const { body, releaseController } = getCurrentRequest()
    const batches = readBatches(body.bytes, releaseController.signal)
    const first = await batches.next()
    await batches.return('interrupted')
    if (!first.done) throw ERRORS.ERR_MAX_SIZE_EXCEEDED
    return offset
  }

  /** Checks rights before bytes are acknowledged: they can end during a long request. */
  async #assertSenderAllowed(): Promise<void> {
    const request = getCurrentRequest()
    const { upload, authoriseAgain, authorisedAt } = request
    const now = performance.now()
    if (now - authorisedAt < AUTHORISATION_REUSE_MS) return
    try {
      await authoriseAgain()
      request.authorisedAt = now
    } catch (error) {
      if (error instanceof Refusal) await this.#assertUploadExists(upload.id)
      throw error
    }
  }

  /** Acknowledges bytes. Reserves storage for them when the reservation is too small, lapsed or released. */
  async #move({ id, sender }: AuthorisedUpload, from: number, to: number): Promise<void> {
    if (await this.#tryMove(id, from, to)) return
    await this.#assertUploadExists(id)
    await reserveNow(this.#db, id, sender, { bytes: to })
    // Another server has moved the offset in the meantime.
    if (!(await this.#tryMove(id, from, to))) throw ERRORS.INVALID_OFFSET
  }

  /**
   * The last byte completes the upload, so the sender's rights are read with it under the tree lock: a removal comes
   * before or after it.
   */
  async #tryMove(id: number, from: number, to: number): Promise<boolean> {
    const { upload, state } = getCurrentRequest()
    if (to !== state?.length) return moveOffset(this.#db, id, from, to)
    return this.#inSenderRights(upload, (trx) => moveOffset(trx, id, from, to))
  }

  /** Runs a transaction that may complete the upload: with the tree locked and the sender's rights read again. */
  async #inSenderRights<T>({ id, sender }: AuthorisedUpload, work: (trx: Trx) => Promise<T>): Promise<T> {
    try {
      return await this.#db.transaction().execute(async (trx) => {
        const actor = await lockTreeFor(trx, sender)
        await reloadActor(trx, actor)
        const { session_id: sessionId } = await findOwnUpload(trx, actor, id)
        // The upload was renewed in another session.
        if (sessionId !== sender.sessionId) throw new Refusal('E_INVALID_ACCESS_TOKEN')
        return work(trx)
      })
    } catch (error) {
      if (error instanceof Refusal) await this.#assertUploadExists(id)
      throw error
    }
  }

  /** Discards the bytes when the file has been deleted. */
  async #assertUploadExists(id: number): Promise<void> {
    if (await findUploadState(this.#db, id)) return
    await this.#staging.discard(id)
    throw ERRORS.FILE_NO_LONGER_EXISTS
  }
}
