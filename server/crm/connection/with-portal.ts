// Calls to the portal of a workspace. Each call waits for its turn, is sent with a valid access token, and is repeated where
// HubSpot has certainly not carried it out: with new tokens after 401, and after a wait that HubSpot asked for. Other
// failures are not repeated, because a write may have arrived.
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { type HubspotApi, HubspotFailure } from '../provider/hubspot-api.ts'
import { openHubspotApi } from '../provider/hubspot-client.ts'
import { findProvider, type Provider } from '../provider/provider.ts'
import { asRefusal } from './as-refusal.ts'
import { Disconnected, openConnection, type OpenConnection, renew, reportProblem } from './refresh.ts'
import { findBlock, findConnectionWithTurn, setBlock, takeSearchSlot, type Turn } from './store/limits.ts'

/** Milliseconds that the calls of one action wait together for rate limits. */
const MAX_WAIT_MS = 3_000
/** Attempts of one call to get tokens that HubSpot accepts. */
const MAX_RENEWALS = 4
/** The connection counts as revoked after HubSpot has refused this number of new tokens, or one refresh. */
const MAX_GIVEN = 2
/** Used if HubSpot names no time. */
const DEFAULT_WAIT_SECONDS = 1
/** The turn that was read with the connection counts for calls that begin within this time. */
const FIRST_TURN_MS = 50

export interface Portal {
  portalId: string
  /** IANA name. */
  timeZone: string
  /** ISO 4217; null if unknown. */
  currency: string | null
  api: HubspotApi
  /** The page of a deal at HubSpot. */
  dealUrl: (dealId: string) => string
}

type Send<T> = (api: HubspotApi) => Promise<T>

interface FirstTurn extends Turn {
  /** A slot was asked for: it is for one search. */
  hasSlot: boolean
  /** By `performance.now()`. */
  until: number
}

class Calls {
  readonly #app: App
  readonly #provider: Provider
  #open: OpenConnection
  #first: FirstTurn | null
  #patience = MAX_WAIT_MS
  /** The calls of one access token: what they have read of the portal is read once. */
  #api: { accessToken: string; api: HubspotApi } | null = null
  readonly #end = new AbortController()
  readonly #running = new Set<Promise<unknown>>()

  constructor(app: App, provider: Provider, { open, first }: { open: OpenConnection; first: FirstTurn }) {
    this.#app = app
    this.#provider = provider
    this.#open = open
    this.#first = first
  }

  async #wait(milliseconds: number): Promise<void> {
    if (milliseconds > this.#patience)
      throw new HubspotFailure('wait', 'a rate limit of HubSpot', { retryAfter: Math.ceil(milliseconds / 1_000) })
    this.#patience -= milliseconds
    if (milliseconds > 0) await sleep(milliseconds, undefined, { signal: this.#end.signal })
  }

  /** The turn that was read with the connection; null if it is used, or too old. */
  #firstTurn(isSearch: boolean): Turn | null {
    const first = this.#first
    if (!first || performance.now() > first.until) return null
    if (!isSearch) return first
    if (!first.hasSlot) return null
    this.#first = { ...first, hasSlot: false }
    return first
  }

  async #takeTurn(isSearch: boolean): Promise<void> {
    const { portal_id: portalId } = this.#open.row
    const first = this.#firstTurn(isSearch)
    if (!isSearch) return this.#wait(first?.blocked ?? (await findBlock(this.#app.db, portalId)))
    for (let turn = first; ; turn = null) {
      const { blocked, slot } = turn ?? (await takeSearchSlot(this.#app.db, portalId, this.#patience))
      if (blocked === 0) return this.#wait(slot ?? this.#patience + 1)
      await this.#wait(blocked)
    }
  }

  #apiOf(accessToken: string): HubspotApi {
    if (this.#api?.accessToken !== accessToken) {
      const options = { apiUrl: this.#provider.apiUrl, accessToken, signal: this.#end.signal }
      this.#api = { accessToken, api: openHubspotApi(options) }
    }
    return this.#api.api
  }

  send<T>(call: Send<T>, isSearch = false): Promise<T> {
    const running = this.#send(call, isSearch)
    this.#running.add(running)
    const forget = () => void this.#running.delete(running)
    running.then(forget, forget)
    return running
  }

  /** Ends the calls that still run, because another one of the action has failed. */
  async end(): Promise<void> {
    this.#end.abort()
    await Promise.allSettled(this.#running)
  }

  async #send<T>(call: Send<T>, isSearch: boolean): Promise<T> {
    let renewals = 0
    /** Tokens that HubSpot gave to this call. */
    let given = 0
    for (;;) {
      this.#end.signal.throwIfAborted()
      if (this.#open.row.is_expired) await this.#renew(this.#open)
      await this.#takeTurn(isSearch)
      // Simultaneous calls: another one may renew `#open` while this one waits for its answer.
      const used = this.#open
      const { row, tokens } = used
      try {
        return await call(this.#apiOf(tokens.accessToken))
      } catch (error) {
        if (!(error instanceof HubspotFailure)) throw error
        this.#first = null
        if (error.kind === 'wait') {
          const seconds = error.retryAfter ?? DEFAULT_WAIT_SECONDS
          // Disconnected in between. Without the stored time the call would be repeated immediately, again and again.
          if (!(await setBlock(this.#app.db, row, seconds))) throw new Disconnected()
          continue
        }
        // Stored tokens may have expired since another call got them, so that their refusal does not mean a revocation.
        if (error.kind === 'unauthorized' && given < MAX_GIVEN && renewals < MAX_RENEWALS) {
          renewals += 1
          if (await this.#renew(used)) given += 1
          continue
        }
        if (error.kind === 'unauthorized' && given === MAX_GIVEN) await reportProblem(this.#app, row, 'revoked')
        if (error.kind === 'forbidden') await reportProblem(this.#app, row, 'scopes')
        throw error
      }
    }
  }

  /** `used`: the connection whose tokens have expired. Returns whether the new tokens come from HubSpot just now. */
  async #renew(used: OpenConnection): Promise<boolean> {
    const { portal_id } = used.row
    this.#first = null
    const { open, isFresh } = await renew(this.#app, this.#provider, used)
    this.#open = open
    // Connected to another portal in between: the ids of the action belong to the former one.
    if (this.#open.row.portal_id !== portal_id) throw new Disconnected()
    return isFresh
  }
}

function apiOf(calls: Calls): HubspotApi {
  return {
    readAccount: () => calls.send((api) => api.readAccount()),
    readPipelines: () => calls.send((api) => api.readPipelines()),
    readGroups: () => calls.send((api) => api.readGroups()),
    readProperties: () => calls.send((api) => api.readProperties()),
    searchDeals: (search) => calls.send((api) => api.searchDeals(search), true),
    readDeal: (dealId, properties) => calls.send((api) => api.readDeal(dealId, properties)),
    updateDeal: (dealId, values) => calls.send((api) => api.updateDeal(dealId, values)),
  }
}

interface Options {
  /** The action begins with a search: its turn is taken with the connection, in one statement. */
  beginsWithSearch?: boolean
}

async function openPortal(
  app: App,
  workspaceId: number,
  { beginsWithSearch: hasSlot = false }: Options,
): Promise<{ portal: Portal; calls: Calls }> {
  const provider = await findProvider(app)
  if (!provider) throw new Disconnected()
  const row = await findConnectionWithTurn(app.db, workspaceId, hasSlot ? MAX_WAIT_MS : null)
  const open = openConnection(app, workspaceId, row)
  const { blocked = 0, slot = null } = row ?? {}
  const { portal_id: portalId, time_zone: timeZone, currency } = open.row
  const until = performance.now() + FIRST_TURN_MS
  const calls = new Calls(app, provider, { open, first: { blocked, slot, hasSlot, until } })
  const dealUrl = (dealId: string) => provider.dealUrl(portalId, dealId)
  return { portal: { portalId, timeZone, currency, api: apiOf(calls), dealUrl }, calls }
}

/**
 * Runs `action` with the portal of the workspace, and ends the calls that it leaves behind. Its calls throw a
 * HubspotFailure, which becomes a Refusal when `action` does not catch it: E_CONFLICT (`crm.disconnected`) without a
 * connection or when HubSpot refuses the tokens, E_NOT_FOUND (`crm.deal`), E_FORBIDDEN (`crm.forbidden`) for a call that
 * HubSpot does not allow, E_UNAVAILABLE (`crm.wait` with Retry-After, `crm.unavailable`). Refused values (`invalid`) stay
 * a HubspotFailure.
 */
export async function withPortal<T>(
  app: App,
  workspaceId: number,
  action: (portal: Portal) => Promise<T>,
  options: Options = {},
): Promise<T> {
  try {
    const { portal, calls } = await openPortal(app, workspaceId, options)
    try {
      return await action(portal)
    } finally {
      await calls.end()
    }
  } catch (error) {
    throw asRefusal(error)
  }
}
