// C1: what the deal dialog of a file asks for when it is opened (the stored master data and the first list of deals) with
// 50,000 deals and 500 properties at the stand-in, against one raw call: the same search, sent to the stand-in without a
// program in between.
// `C1 first`: the first opening of a workspace that has no copy of the master data, until the list is there; HubSpot is asked
// for the master data at the same time. Against the same raw search among the same five raw calls side by side.
// `C1 all`: the same, until list and master data are there, against all five raw calls.
// `C1 click`: in the browser, from the click on the button of the dialog until the frame that shows deals, after the pointer
// rested on the button for 150 ms; `C1 tap`: without that. Against a bare page that sends the raw search and shows the names.
// `C1 stage`, `C1 name`: lists of one stage and of a part of a name, against the same raw searches.
import { setTimeout as pause } from 'node:timers/promises'
import { getCrmMaster, listCrmDeals } from '@kaiwa/contract/crm.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { searchRequest } from '../server/crm/provider/search-request.ts'
import { connectPortal } from '../server/test/factories/crm.ts'
import { exchangeCode } from '../server/crm/provider/oauth.ts'
import { createFile, createFolder, rootOf } from '../server/test/factories/items.ts'
import { providerOf, REDIRECT_URI } from '../server/test/hubspot-api.ts'
import { createTranscript } from '../server/test/factories/transcripts.ts'
import { TEST_APP } from '../server/test/hubspot.ts'
import { startPeer } from './bench-program.ts'
import { openDealPages } from './deal-pages.ts'
import { openCalls } from './in-process-calls.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const DEALS = IS_SHORT ? 5_000 : 50_000
const PROPERTIES = 500
/** Kaiwa sends four searches a second: each run waits until the next search is allowed. */
const BETWEEN_MS = 400
/** A hand needs at least this long from reaching a button to pressing it. */
const REST_MS = 150
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

/** `run` may return its time in ms; otherwise it is measured. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  await pause(BETWEEN_MS)
  await db.deleteFrom('rate_limits').execute()
  const since = performance.now()
  const own = await run()
  return typeof own === 'number' ? own : performance.now() - since
}

/** Runs all of them, and returns the time until the first one has ended, in ms. */
async function untilFirst(runs: readonly (() => Promise<unknown>)[]): Promise<number> {
  const since = performance.now()
  const [first, ...others] = runs.map((run) => run())
  await first
  const time = performance.now() - since
  await Promise.all(others)
  return time
}

try {
  const { owner } = bench
  await connectPortal(calls, owner)
  const folder = await createFolder(db, rootOf(owner), { creator: owner })
  const file = await createFile(db, folder, { creator: owner })
  const projectFileId = file.id
  await createTranscript(db, file, { blocks: 50, language: 'ja' })
  const accessToken = await openToken()

  /** Returns the number of results; 0 for an answer without them. */
  const raw = async (method: string, path: string, body?: object): Promise<number> => {
    const response = await fetch(`${hubspot.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const { results = [] } = (await response.json()) as { results?: unknown[] }
    return results.length
  }
  const list = async (filters: Filters): Promise<void> => {
    const { data } = await calls.succeed(listCrmDeals, { query: { projectFileId, ...filters } }, owner)
    if (data.length !== LIMIT) throw new Error(`${data.length} deals instead of ${LIMIT}`)
  }
  const searchOf = (filters: Filters) => searchRequest({ ...filters, after: 0, limit: LIMIT })!
  const rawList = async (filters: Filters): Promise<void> => {
    const found = await raw('POST', '/crm/v3/objects/deals/search', searchOf(filters))
    if (found !== LIMIT) throw new Error(`${found} deals instead of ${LIMIT}`)
  }
  const master = async (): Promise<void> => {
    const { properties } = await calls.succeed(getCrmMaster, { query: { projectFileId, any_age: '1' } }, owner)
    if (properties.length < PROPERTIES * 0.9) throw new Error(`${properties.length} properties only`)
  }
  const open = [() => list({}), master]
  const rawOpen = [
    () => rawList({}),
    ...['/crm/v3/pipelines/deals', '/crm/v3/properties/deals/groups', '/crm/v3/properties/deals'].map(
      (path) => () => raw('GET', path),
    ),
    () => raw('GET', '/account-info/v3/details'),
  ]
  const all = (runs: readonly (() => Promise<unknown>)[]) => Promise.all(runs.map((run) => run()))
  const withoutCopy = async (run: () => Promise<unknown>): Promise<number> => {
    await db.deleteFrom('crm_master').execute()
    return timed(run)
  }
  const goal = { atMost: 1.5 }
  const note = () => `${DEALS} deals, ${PROPERTIES} properties; ${loadNow()}`

  await compare({
    id: 'C1',
    goal,
    note: note(),
    ours: () => timed(() => all(open)),
    peer: () => timed(() => rawList({})),
  })
  await compare({
    id: 'C1 first',
    goal,
    note: note(),
    ours: () => withoutCopy(() => untilFirst(open)),
    peer: () => timed(() => untilFirst(rawOpen)),
  })
  await compare({
    id: 'C1 all',
    goal,
    note: note(),
    ours: () => withoutCopy(() => all(open)),
    peer: () => timed(() => all(rawOpen)),
  })
  for (const [id, filters] of [
    ['C1 stage', { stage: 'contractsent' }],
    ['C1 name', { query: '見本' }],
  ] as const)
    await compare({
      id,
      goal,
      note: note(),
      ours: () => timed(() => list(filters)),
      peer: () => timed(() => rawList(filters)),
    })
  const pages = await openDealPages({
    bench,
    file,
    raw: { url: hubspot.url, accessToken, search: searchOf({}) },
    env: {
      KAIWA_HUBSPOT_CLIENT_ID: config.clientId,
      KAIWA_HUBSPOT_CLIENT_SECRET: config.clientSecret,
      KAIWA_HUBSPOT_API_URL: hubspot.url,
      KAIWA_HUBSPOT_APP_URL: hubspot.url,
    },
  })
  try {
    for (const [id, restMs] of [
      ['C1 click', REST_MS],
      ['C1 tap', 0],
    ] as const)
      await compare({
        id,
        goal: { atMost: 3 },
        note: note(),
        ours: () => timed(() => pages.openDialog(restMs)),
        peer: () => timed(() => pages.openBare()),
      })
  } finally {
    await pages.close()
  }
} finally {
  hubspot.stop()
  await calls.close()
}
