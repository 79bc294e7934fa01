// A file that is processed for the first time gets its summary automatically.
import { getSummary } from '@kaiwa/contract/summaries.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { publish } from '../platform/store/outbox.ts'
import { recordUsage, refundUsage } from '../billing/record-usage.ts'
import { agreeTo, chooseModelFor, createSpokenFile, type SpokenFile } from '../test/factories/chats.ts'
import { assign, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { faithful, switchOn } from '../test/factories/summaries.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openStandInModels, type Reply, standInEnvironment, type StandInModels } from '../test/stand-in-models.ts'

let models: StandInModels
let test: TestApp
let owner: TestOwner
let uploader: TestUser
let folder: TestFolder
let file: SpokenFile
let failure: Reply | null

beforeAll(async () => {
  models = await openStandInModels((request) => failure ?? faithful(request))
  test = await openTestApp({ env: standInEnvironment(models.url) })
})
beforeEach(async () => {
  failure = null
  models.requests.length = 0
  owner = await createOwner(test.db, { plan: 'trial' })
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  uploader = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, folder, uploader, ROLE.editor)
  await chooseModelFor(test, uploader.id, 'claude3_haiku')
  file = await createSpokenFile(test, { folder, owner }, ['導入は四月に決まりました。'])
  await test.db.updateTable('files').set({ created_by: uploader.id }).where('id', '=', file.id).execute()
  await agreeTo(test, owner, models.host)
  await switchOn(test, owner)
})
afterAll(async () => {
  await test.close()
  await models.close()
})

/** Publishes the event that ends a run. */
async function process(): Promise<void> {
  await test.db.transaction().execute((trx) =>
    publish(trx, {
      type: 'file.processed',
      data: { project_file_id: file.id },
      channels: [],
    }),
  )
  await test.settle()
}

function read() {
  return test.succeed(getSummary, { params: { fileId: file.id } }, owner)
}

async function ledger() {
  return test.db
    .selectFrom('usage_ledger')
    .select(['amount', 'user_id'])
    .where('workspace_id', '=', owner.workspaceId)
    .where('kind', '=', 'chat')
    .orderBy('id')
    .execute()
}

it('a summary is generated with the model of the person who uploaded the recording, once', async () => {
  await process()
  expect((await read()).parts.map(({ status }) => status)).toEqual(SUMMARY_PARTS.map(() => 'ready'))
  expect(models.requests.map(({ provider }) => provider)).toEqual(SUMMARY_PARTS.map(() => 'anthropic'))
  expect(await ledger()).toEqual([{ amount: 1, user_id: uploader.id }])
  models.requests.length = 0
  await process()
  expect(models.requests).toEqual([])
})

it('a summary is generated with the rights of the owner of the workspace when the person left', async () => {
  await test.db.deleteFrom('workspace_members').where('user_id', '=', uploader.id).execute()
  await process()
  expect((await read()).parts[0]!.status).toBe('ready')
  expect(models.requests[0]).toMatchObject({ provider: 'openai' })
  expect(await ledger()).toEqual([{ amount: 1, user_id: owner.id }])
})

it.each<[string, () => Promise<unknown>]>([
  ['summaries are off', () => test.db.deleteFrom('summary_settings').execute()],
  ['the owner has not agreed', () => test.db.deleteFrom('provider_consents').execute()],
  [
    'no chat is left',
    () =>
      test.db.transaction().execute((trx) =>
        recordUsage(trx, {
          workspaceId: owner.workspaceId,
          userId: owner.id,
          kind: 'chat',
          amount: 20,
          cause: `spent:${owner.workspaceId}`,
        }),
      ),
  ],
  [
    'it is the sample',
    () => test.db.updateTable('files').set({ engine: 'reference' }).where('id', '=', file.id).execute(),
  ],
])('no summary is generated when %s, and none after a second analysis with everything in place', async (_, prepare) => {
  await prepare()
  await process()
  expect(models.requests).toEqual([])
  await switchOn(test, owner)
  await agreeTo(test, owner, models.host)
  await test.db.transaction().execute((trx) => refundUsage(trx, `spent:${owner.workspaceId}`))
  await process()
  expect(models.requests).toEqual([])
  expect((await read()).parts.map(({ status }) => status)).toEqual(SUMMARY_PARTS.map(() => 'none'))
})

it('a summary that fails leaves the file processed, and returns the chat', async () => {
  failure = { status: 500, body: {} }
  await process()
  const { parts, is_writing } = await read()
  expect([is_writing, parts[0]!.error]).toEqual([false, 'server-error'])
  const row = await test.db.selectFrom('files').select('status').where('id', '=', file.id).executeTakeFirstOrThrow()
  expect(row.status).toBe('processed')
  expect((await ledger()).map(({ amount }) => amount)).toEqual([1, -1])
})
