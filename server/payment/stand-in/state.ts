// One request to the stand-in: reads and changes objects in a transaction and records events about them.
import { randomBytes } from 'node:crypto'
import type { Trx } from '../../platform/database/database.ts'
import { findTrialObject, listTrialObjects, putTrialObject, type StoredObject } from './store.ts'

export type ProviderObject = StoredObject

/** An answer with an error in Stripe's form. */
export class ProviderFailure extends Error {
  readonly status: number
  readonly error: Readonly<Record<string, unknown>>

  constructor(status: number, error: Record<string, unknown>) {
    super(String(error['message']))
    this.status = status
    this.error = error
  }
}

export function invalidRequest(message: string, more: Record<string, unknown> = {}): ProviderFailure {
  return new ProviderFailure(400, { type: 'invalid_request_error', message, ...more })
}

export type Notify = (trx: Trx, event: ProviderObject) => Promise<unknown>

export class State {
  readonly #trx: Trx
  readonly #notify: Notify
  readonly now: Date

  constructor(trx: Trx, now: Date, notify: Notify) {
    this.#trx = trx
    this.now = now
    this.#notify = notify
  }

  get seconds(): number {
    return Math.floor(this.now.getTime() / 1000)
  }

  async find(id: string, type: string): Promise<ProviderObject> {
    const found = await findTrialObject(this.#trx, id)
    if (found?.['object'] !== type)
      throw new ProviderFailure(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such ${type}: '${id}'`,
      })
    return found
  }

  /** A deleted customer can be read, but not used. */
  async findCustomer(id: string): Promise<ProviderObject> {
    const found = await this.find(id, 'customer')
    if (found['deleted'] === true)
      throw new ProviderFailure(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such customer: '${id}'`,
        param: 'customer',
      })
    return found
  }

  list(type: string, fields: Readonly<Record<string, unknown>> = {}): Promise<ProviderObject[]> {
    return listTrialObjects(this.#trx, type, fields)
  }

  async create(prefix: string, type: string, fields: Record<string, unknown>): Promise<ProviderObject> {
    const id = `${prefix}_${randomBytes(12).toString('hex')}`
    const body = { id, object: type, created: this.seconds, livemode: false, ...fields }
    await putTrialObject(this.#trx, type, body, this.now)
    return body
  }

  async change(object: ProviderObject, fields: Record<string, unknown>): Promise<ProviderObject> {
    const changed = { ...object, ...fields }
    await putTrialObject(this.#trx, String(object['object']), changed, this.now)
    return changed
  }

  /** Records an event and passes it on for delivery. */
  async emit(type: string, object: ProviderObject, previous?: Record<string, unknown>): Promise<void> {
    const data = { object, ...(previous ? { previous_attributes: previous } : {}) }
    await this.#notify(this.#trx, await this.create('evt', 'event', { type, data, pending_webhooks: 1 }))
  }
}
