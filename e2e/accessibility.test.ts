// Checks WCAG 2.2 AA with axe on every page and dialog; `npm run test:full` does so in both languages and both themes. Each
// user loads the app once and navigates from state to state: a load takes longer than all checks of a state.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ROLE } from '@kaiwa/contract/roles.ts'
import {
  assign,
  createFile,
  createFolder,
  rootOf,
  type TestFile,
  type TestFolder,
} from '@kaiwa/server/test/factories/items.ts'
import { actorOfUser } from '@kaiwa/server/accounts/sessions/actor-of-user.ts'
import { addFinishedChat } from '@kaiwa/server/assistant/add-finished-chat.ts'
import { addFinishedSummary, type FinishedItem } from '@kaiwa/server/summary/add-finished-summary.ts'
import { createInvoice, createOperator, createPlan, createRequest } from '@kaiwa/server/test/factories/operators.ts'
import { createTranscript } from '@kaiwa/server/test/factories/transcripts.ts'
import {
  createMember,
  createOwner,
  createUser,
  type TestOwner,
  type TestUser,
} from '@kaiwa/server/test/factories/users.ts'
import { type HubspotServer, startHubspot } from '@kaiwa/server/test/hubspot.ts'
import { findStoredBlocks } from '@kaiwa/server/transcripts/store/blocks.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'
import { findAccessibilityFaults } from './test/find-accessibility-faults.ts'
import { onlyInFullRun } from './test/full-run.ts'
import { adminStates, forbiddenStates } from './test/admin-states.ts'
import { heading, type TestPaths, type State } from './test/page-state.ts'
import { newcomerStates, outsiderStates, privateStates } from './test/private-states.ts'
import { applicationStates, publicStates } from './test/public-states.ts'
import { expiredRecordingStates, recordingStates } from './test/recording-states.ts'

let hubspot: HubspotServer
let journey: Journey
let owner: TestOwner
let newcomer: TestOwner
let outsider: TestUser
let operator: TestUser
let paths: TestPaths

beforeAll(async () => {
  // Without a worker, files in processing keep their state.
  hubspot = await startHubspot()
  journey = await startJourney({ ...hubspot.env, KAIWA_ROLES: 'api,realtime' })
  const { db } = journey.program
  owner = await createOwner(db)
  newcomer = await createOwner(db, { isVisited: false })
  outsider = await createUser(db)
  operator = await createOperator(db)
  await fillConsole()
  const folder = await createFolder(db, rootOf(owner), { creator: owner, name: '商談' })
  const empty = await createFolder(db, rootOf(owner), { creator: owner, name: '空のフォルダ' })
  const talk = await createFile(db, folder, { creator: owner, title: '初回訪問' })
  const { transcriptId } = await createTranscript(db, talk, { blocks: 24 })
  await tagFile(talk.id, transcriptId)
  const plain = await createFile(db, folder, { creator: owner, title: '二回目の訪問' })
  await createTranscript(db, plain, { blocks: 24 })
  await summarise(talk.id, transcriptId)
  await fillLists(folder)
  paths = {
    folder: `/projects/${folder.projectId}`,
    empty: `/projects/${empty.projectId}`,
    file: `/projects/${talk.projectId}/files/${talk.id}`,
    plain: `/projects/${plain.projectId}/files/${plain.id}`,
  }
  await askAbout(talk, transcriptId)
  await registerDeal(talk.id)
  const nothing = { is_playable: false, has_thumbnail: false }
  const note = JSON.stringify({ key: 'one-speaker', values: {} })
  await createFile(db, folder, { creator: owner, title: '電話', is_audio: true, note })
  await createFile(db, folder, {
    creator: owner,
    title: '失敗',
    status: 'failed',
    failed_reason: 'timeout',
    ...nothing,
  })
  await createFile(db, folder, { creator: owner, title: '処理中', status: 'processing', ...nothing })
  await createFile(db, folder, { creator: owner, title: '中止', status: 'canceled', ...nothing })
})
afterAll(async () => {
  await journey.end()
  await hubspot.stop()
})

/** One row in each list of the console. */
async function fillConsole() {
  const { db } = journey.program
  const customer = await createOwner(db, { last_name: '見本', first_name: '花子' })
  await createRequest(db, { planId: (await createPlan(db)).id })
  await createInvoice(db, customer, { dueInDays: -1 })
  for (const [path, method, body] of [
    [`users/${customer.id}/point`, 'POST', { point: 100 }],
    [`users/${(await createUser(db)).id}/disable`, 'DELETE'],
  ] as const)
    await fetch(`${journey.program.url}/api/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${operator.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
}

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${journey.program.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

/** Fills the lists of members, deleted items and notifications. */
async function fillLists(folder: TestFolder): Promise<void> {
  const { db } = journey.program
  const guest = await createMember(db, owner, ROLE.guest, { first_name: '太郎' })
  await assign(db, folder, guest, ROLE.viewer)
  const notification = { type: 'project-joined', topic: 'accessibility', item_id: folder.itemId, event_id: 0 }
  await db
    .insertInto('notifications')
    .values({ ...notification, user_id: owner.id })
    .execute()
  const { id } = await createFile(db, folder, { creator: owner, title: '不要' })
  await call('DELETE', `projects/${folder.projectId}/files/delete?ids[]=${id}`)
}

/** Tags the first characters of the first block, and comments on them. */
async function tagFile(fileId: number, transcriptId: number): Promise<void> {
  const { id: tag_id } = await call('POST', `files/${fileId}/tags`, { name: '課題' })
  const { transcript, blocks } = await call('GET', `files/${fileId}/transcript`)
  const block_uuid = transcript.block_order[0]
  const text = blocks[block_uuid].content.slice(0, 5)
  const range = { block_uuid, tag_id, offset: 0, text, tag_uuid: randomUUID() }
  await call('POST', `transcripts/${transcriptId}/tags`, { ranges: [range] })
  await call('POST', `files/${fileId}/comment-threads`, {
    block_uuid,
    start_offset: 0,
    text,
    body: '確認をお願いします。',
  })
}

/** A chat about a file with an answer of a model, which quotes the first block; another quote was not found. */
async function askAbout(file: TestFile, transcriptId: number): Promise<void> {
  const { db } = journey.program
  const [block] = await findStoredBlocks(db, transcriptId, 'all')
  await db.transaction().execute(async (trx) => {
    const actor = await actorOfUser(trx, owner.id)
    const quotes = [{ block: block!, quote: block!.content }]
    const parts = [{ text: '**課題**は次のとおりです。', quotes }]
    await addFinishedChat(trx, actor!, {
      file: { id: file.id, project_id: file.projectId },
      question: '課題の確認',
      parts,
    })
  })
  await sql`update chat_messages set source = 'model', model = 'openai_gpt4o',
    statements = jsonb_set(statements, '{0,has_invalid_quote}', 'true') where user_id is null`.execute(db)
}

/** Connects the workspace to HubSpot, and writes a value to the deal of a file. */
async function registerDeal(projectFileId: number): Promise<void> {
  const { url, redirect_uri } = await call('GET', 'hubspot/url')
  const { headers } = await fetch(url, { redirect: 'manual' })
  const { searchParams } = new URL(headers.get('location') ?? '')
  const [code, state] = [searchParams.get('code'), searchParams.get('state')]
  await call('POST', 'hubspot/connect', { code, state, redirect_uri })
  const dealId = await hubspot.portal.addDeal({ dealname: '北星製作所の商談' })
  const properties = { yosan: '3500000', riyou_ninzu: '40' }
  await call('PATCH', `hubspot/deals/${dealId}`, { projectFileId, properties, base: {}, write_key: randomUUID() })
}

/** A summary with an item of each part, and a suggested section. */
async function summarise(fileId: number, transcriptId: number): Promise<void> {
  const { db } = journey.program
  const block = await db
    .selectFrom('blocks')
    .select(['uuid', 'content', 'terms', 'start_time'])
    .where('transcript_id', '=', transcriptId)
    .orderBy('position')
    .$castTo<FinishedItem['block']>()
    .executeTakeFirstOrThrow()
  const item = { text: '見積もりを送る', block, quote: block.content.slice(0, 5) }
  await db.transaction().execute((trx) =>
    addFinishedSummary(
      trx,
      { fileId, userId: owner.id },
      {
        overview: [item],
        decisions: [],
        to_dos: [{ ...item, owner: '佐藤', due: '金曜日' }],
        sections: [{ ...item, text: '費用' }],
      },
    ),
  )
}

/** Fallback routes. They are checked first: `navigate` navigates through `/nowhere`, so only a load can open it. */
const fallbackStates: State[] = [
  { name: 'UI-08 not found', path: () => '/nowhere', ready: heading },
  { name: 'UI-08 error', path: () => '/error', ready: heading },
]

const groups = [
  { who: 'nobody', as: () => undefined, states: [...fallbackStates, ...publicStates] },
  { who: 'nobody, on the way into the companion app', as: () => undefined, states: applicationStates },
  { who: 'somebody', as: () => owner, states: privateStates },
  { who: 'somebody who records', as: () => owner, states: recordingStates },
  ...onlyInFullRun({
    who: 'somebody whose session expires while recording',
    as: () => owner,
    states: expiredRecordingStates,
  }),
  { who: 'somebody new', as: () => newcomer, states: newcomerStates },
  { who: 'somebody without a workspace', as: () => outsider, states: [...outsiderStates, ...forbiddenStates] },
  { who: 'an operator', as: () => operator, states: adminStates },
]

describe.each(groups)('visited by $who', ({ as, states }) => {
  let visitor: Visitor
  beforeAll(async () => {
    const person = as()
    visitor = await journey.visit(person ? { as: person } : {})
  })
  afterEach((test) => resetAfterFailure(test, visitor))
  afterAll(() => visitor.leave())

  it.each(states)('$name', async ({ name, path, ready }) => {
    const { page, errors } = visitor
    await visitor.navigate(path(paths))
    await ready(page)
    expect(await findAccessibilityFaults(page, name)).toEqual([])
    expect(errors).toEqual([])
  })
})

it('covers every route', async () => {
  const table = await readFile(fileURLToPath(new URL('../web/app/routes.tsx', import.meta.url)), 'utf8')
  const routes = [...table.matchAll(/^ {2}'(\/[^']*)':/gm)].map(([, route = '']) => route)
  const visited = groups.flatMap(({ states }) => states.map(({ path }) => path(paths).split('?')[0] ?? ''))
  const isVisited = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)
    return visited.some((path) => pattern.test(path))
  }
  expect(routes.length).toBeGreaterThan(20)
  expect(routes.filter((route) => !isVisited(route))).toEqual([])
})
