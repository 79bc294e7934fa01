// C1: what the deal dialog asks for when it is opened (master data and the first list of deals) with 50,000 deals and 500
// properties at the stand-in, against one raw call: the same search, sent to the stand-in without a program in between.
// `C1 first`: the same while the workspace has no copy of the master data, against the raw call for the properties.
// `C1 stage`, `C1 name`: lists of one stage and of a part of a name, against the same raw searches.
import { setTimeout as pause } from 'node:timers/promises'
import { getCrmMaster, listCrmDeals } from '@kaiwa/contract/crm.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { searchRequest } from '../server/crm/provider/search-request.ts'
import { connectPortal } from '../server/test/factories/crm.ts'
import { exchangeCode } from '../server/crm/provider/oauth.ts'
import { providerOf, REDIRECT_URI } from '../server/test/hubspot-api.ts'
import { TEST_APP } from '../server/test/hubspot.ts'
import { startPeer } from './bench-program.ts'
import { openCalls } from './in-process-calls.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const DEALS = IS_SHORT ? 5_000 : 50_000
const PROPERTIES = 500
/** Kaiwa sends four searches a second: each run waits until the next search is allowed. */
const BETWEEN_MS = 400
const LIMIT = LIMITS.crmDealsPerPage

const calls = await openCalls()
const { bench, db } = calls
const hubspot = await startPeer('large-portal.ts', bench.databaseUrl, String(DEALS), String(PROPERTIES))
const config = { ...TEST_APP, apiUrl: hubspot.url, appUrl: hubspot.url }
bench.app.config.hubspot = config

/** A token of a caller without a program in between. */
async function openToken(): Promise<string> {
  const provider = providerOf({ config })
  const { headers } = await fetch(provider.authorizeUrl({ redirectUri: REDIRECT_URI, state: '' }), {
    redirect: 'manual',
  })
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  return (await exchangeCode(provider, { code, redirectUri: REDIRECT_URI })).accessToken
}

interface Filters {
  stage?: string
  query?: string
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  await pause(BETWEEN_MS)
  await db.deleteFrom('rate_limits').execute()
  const since = performance.now()
  await run()
  return performance.now() - since
}

try {
  const { owner } = bench
  await connectPortal(calls, owner)
  const accessToken = await openToken()

  const raw = async (method: string, path: string, body?: object): Promise<number> => {
    const response = await fetch(`${hubspot.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const { results } = (await response.json()) as { results: unknown[] }
    return results.length
  }
  const list = async (filters: Filters): Promise<void> => {
    const { data } = await calls.succeed(listCrmDeals, { query: filters }, owner)
    if (data.length !== LIMIT) throw new Error(`${data.length} deals instead of ${LIMIT}`)
  }
  const rawList = async (filters: Filters): Promise<void> => {
    const found = await raw(
      'POST',
      '/crm/v3/objects/deals/search',
      searchRequest({ ...filters, after: 0, limit: LIMIT })!,
    )
    if (found !== LIMIT) throw new Error(`${found} deals instead of ${LIMIT}`)
  }
  const master = async (): Promise<void> => {
    const { properties } = await calls.succeed(getCrmMaster, { query: {} }, owner)
    if (properties.length < PROPERTIES * 0.9) throw new Error(`${properties.length} properties only`)
  }
  const open = () => Promise.all([master(), list({})])
  const size = `${DEALS} deals, ${PROPERTIES} properties`

  await compare({
    id: 'C1',
    goal: { atMost: 1.5 },
    note: `${size}; ${loadNow()}`,
    ours: () => timed(open),
    peer: () => timed(() => rawList({})),
  })
  await compare({
    id: 'C1 first',
    goal: { atMost: 1.5 },
    note: `${size}; ${loadNow()}`,
    ours: async () => {
      await db.deleteFrom('crm_master').execute()
      return timed(open)
    },
    peer: () => timed(() => raw('GET', '/crm/v3/properties/deals')),
  })
  for (const [id, filters] of [
    ['C1 stage', { stage: 'contractsent' }],
    ['C1 name', { query: '見本' }],
  ] as const)
    await compare({
      id,
      goal: { atMost: 1.5 },
      note: `${size}; ${loadNow()}`,
      ours: () => timed(() => list(filters)),
      peer: () => timed(() => rawList(filters)),
    })
} finally {
  hubspot.stop()
  await calls.close()
}
