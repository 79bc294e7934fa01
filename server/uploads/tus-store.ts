// @tus/server's idea of a store, over our rows and our staging. Its own file store loses what it should keep: its expiry
// deletes finished uploads, it neither syncs nor verifies.
import { AsyncLocalStorage } from 'node:async_hooks'
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Db } from '../platform/database/database.ts'
import type { AuthorisedUpload } from './authorise-upload.ts'
import { type Arrival, ChecksumMismatch, isUnwanted, TooManyBytes } from './receive.ts'
import { StagedBytesLost, type Staging } from './staging.ts'
import { declareLength, findUpload, moveOffset } from './store.ts'

/** One request, for the parts that @tus/server does not hand on. */
export type TusRequest = {
  /** For the log. */
  id: string
  upload: AuthorisedUpload
  /** Read past @tus/server, which would take it through a web stream and two more. */
  body: Omit<Arrival, 'most' | 'letGo'>
  letGo: AbortController
  /** Bytes, once they were looked up under the lock. */
  state: { length: number; received: number } | null
}

/** The request that is being answered. */
export const currentRequest = new AsyncLocalStorage<TusRequest>()

export const requestAtHand = (): TusRequest => {
  const request = currentRequest.getStore()
  if (!request) throw new Error('A tus handler ran outside of a request')
  return request
}

const CHECKSUM_MISMATCH = { status_code: 460, body: 'Checksum mismatch\n' }
const WRONG_LENGTH = { status_code: 413, body: 'Upload-Length differs from the announced size\n' }
const NO_SPACE = { status_code: 507, body: 'The server has no space left\n' }

/** What a failed write means on the wire; a bug stays what it is. */
const onTheWire = (error: unknown): unknown => {
  if (error instanceof ChecksumMismatch) return CHECKSUM_MISMATCH
  if (error instanceof TooManyBytes) return ERRORS.ERR_SIZE_EXCEEDED
  if (error instanceof StagedBytesLost) return ERRORS.FILE_NO_LONGER_EXISTS
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? NO_SPACE : error
}

export class RowStore extends DataStore {
  readonly #db: Db
  readonly #staging: Staging
  readonly #terminate: (upload: AuthorisedUpload) => Promise<void>

  constructor(db: Db, staging: Staging, terminate: (upload: AuthorisedUpload) => Promise<void>) {
    super()
    this.#db = db
    this.#staging = staging
    this.#terminate = terminate
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  override getExpiration(): number {
    // Expiry is the row's, judged by the database's clock; 0 keeps @tus/server from a judgement of its own.
    return 0
  }

  override async create(upload: Upload): Promise<Upload> {
    const request = requestAtHand()
    const { id, declaredSize } = request.upload
    if (upload.size === undefined || upload.size === 0) throw ERRORS.INVALID_LENGTH
    const tolerance = LIMITS.uploadSizeToleranceMb * BYTES_PER_MB
    if (Math.abs(upload.size - declaredSize) > tolerance) throw WRONG_LENGTH
    const received = await declareLength(this.#db, id, upload.size)
    if (received === undefined) throw ERRORS.INVALID_LENGTH
    request.state = { length: upload.size, received }
    return upload
  }

  override async getUpload(videoId: string): Promise<Upload> {
    const request = requestAtHand()
    const row = await findUpload(this.#db, request.upload.id)
    if (!row || row.length === null) throw ERRORS.FILE_NOT_FOUND
    request.state = { length: row.length, received: row.received }
    return new Upload({ id: videoId, size: row.length, offset: row.received })
  }

  /** The stream that is handed in is empty; the bytes come from the request. */
  override async write(_empty: unknown, _videoId: string, offset: number): Promise<number> {
    const { upload, body, letGo, state } = requestAtHand()
    if (!state) throw ERRORS.FILE_NOT_FOUND
    // An upload that is made again with bytes, as after a lost answer: its beginning is there already.
    if (state.received !== offset) throw ERRORS.INVALID_OFFSET
    let acknowledged = offset
    const acknowledge = async (durable: number): Promise<void> => {
      if (durable === acknowledged) return
      if (!(await moveOffset(this.#db, upload.id, acknowledged, durable))) throw await this.#whyNot(upload.id)
      acknowledged = durable
    }
    const arrival = { ...body, most: state.length - offset, letGo: letGo.signal }
    try {
      return await this.#staging.append(upload.id, offset, arrival, acknowledge)
    } catch (error) {
      if (isUnwanted(error)) await acknowledge(offset)
      throw onTheWire(error)
    }
  }

  override async remove(): Promise<void> {
    await this.#terminate(requestAtHand().upload)
  }

  /** Another server has moved the offset meanwhile, or the file was deleted and its bytes are nobody's. */
  async #whyNot(uploadId: number) {
    if (await findUpload(this.#db, uploadId)) return ERRORS.INVALID_OFFSET
    await this.#staging.discard(uploadId)
    return ERRORS.FILE_NO_LONGER_EXISTS
  }
}
