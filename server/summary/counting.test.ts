// Counting of summaries, the switch, consent, and interruptions of a generation.
import { withdrawFromProvider } from '@kaiwa/contract/chats.ts'
import { deleteFile } from '@kaiwa/contract/files.ts'
import { removeWorkspaceMember } from '@kaiwa/contract/members.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordUsage } from '../billing/record-usage.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import { lockFile } from '../files/store/files.ts'
import { atOnce } from '../test/at-once.ts'
import { agreeTo, createSpokenFile, type SpokenFile } from '../test/factories/chats.ts'
import { assign, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { faithful, generate, partsIn, switchOn } from '../test/factories/summaries.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import {
  type ModelRequest,
  openStandInModels,
  type Reply,
  standInEnvironment,
  type StandInModels,
} from '../test/stand-in-models.ts'
import type { Caller } from '../test/test-calls.ts'
import { startWorkerProcess } from '../test/worker-process.ts'
import { summaryJob } from './jobs/write.ts'
import { writeSummary } from './write-summary.ts'

let models: StandInModels
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile
let reply: (request: ModelRequest) => Reply
/** Resolved to let a stand-in continue after its first piece. */
let gate: PromiseWithResolvers<void>

/** Waits in the middle of this part. */
function pausingAt(part: (typeof SUMMARY_PARTS)[number]) {
  return (request: ModelRequest): Reply =>
    partsIn(request).includes(part)
      ? { ...faithful(request), pieceLength: 20, waitFor: gate.promise }
      : faithful(request)
}

beforeAll(async () => {
  models = await openStandInModels((request) => reply(request))
  test = await openTestApp({ env: { ...standInEnvironment(models.url), KAIWA_DATABASE_CONNECTIONS: '8' } })
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  models.requests.length = 0
  reply = faithful
  gate = Promise.withResolvers()
  owner = await createOwner(test.db, { plan: 'trial' })
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createSpokenFile(test, { folder, owner }, ['現在の課題は議事録の作成です。'])
  await agreeTo(test, owner, models.host)
  await switchOn(test, owner)
})
afterAll(async () => {
  gate.resolve()
  await test.close()
  await models.close()
})

async function ledger(): Promise<number[]> {
  const rows = await test.db
    .selectFrom('usage_ledger')
    .select('amount')
    .where('workspace_id', '=', owner.workspaceId)
    .where('kind', '=', 'chat')
    .orderBy('id')
    .execute()
  return rows.map(({ amount }) => amount)
}

async function spend(amount: number): Promise<void> {
  const cause = `spent:${owner.workspaceId}:${amount}`
  await test.db
    .transaction()
    .execute((trx) =>
      recordUsage(trx, { workspaceId: owner.workspaceId, userId: owner.id, kind: 'chat', amount, cause }),
    )
}

function ofFile() {
  return { params: { fileId: file.id } }
}

function read(as: Caller = owner) {
  return test.succeed(contract.getSummary, ofFile(), as)
}

async function statuses(): Promise<string[]> {
  const rows = await test.db
    .selectFrom('summary_parts')
    .select(['part', 'status'])
    .where('file_id', '=', file.id)
    .execute()
  return SUMMARY_PARTS.map((part) => rows.find((row) => row.part === part)?.status ?? 'none')
}

function start(as: Caller = owner) {
  return test.call(contract.generateSummary, { ...ofFile(), body: {} }, as)
}

/** Begins to write as a worker does, and waits until a request for this number of parts arrived. */
async function writing(requests = 1, signal = new AbortController().signal) {
  const { generation } = await test.db
    .selectFrom('summaries')
    .select('generation')
    .where('file_id', '=', file.id)
    .executeTakeFirstOrThrow()
  const done = writeSummary({ app: test.app, signal, log: test.app.log }, file.id, generation)
  done.catch(() => {})
  await vi.waitFor(() => expect(models.requests).toHaveLength(requests), 10_000)
  // In an object, because a returned promise would be awaited.
  return { done }
}

async function editorOfFile(): Promise<TestUser> {
  const guest = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, file, guest, ROLE.editor)
  return guest
}

describe('counting', () => {
  it('a generation counts one chat', async () => {
    await generate(test, file, owner)
    expect(await ledger()).toEqual([1])
    await test.settle()
    expect(await read()).toMatchObject({ is_writing: false, count: 1, remain: 19 })
    expect(await ledger()).toEqual([1])
  })

  it('one of two simultaneous starts is refused', async () => {
    const { answers, waited } = await atOnce<{ status: number; body: unknown }>(
      test.db,
      (trx) => lockFile(trx, file.id),
      [() => start(), () => start()],
    )
    expect(waited).toBe(2)
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(answers[1]!.body).toEqual({ error: 'E_CONFLICT', reason: 'processing' })
    expect(await ledger()).toEqual([1])
  })

  it('the last chat requested for two files at the same moment is counted once, and the other is refused', async () => {
    await spend(19)
    const other = await createSpokenFile(test, { folder, owner }, ['予算は百万円です。'])
    const send = (fileId: number) => () => test.call(contract.generateSummary, { params: { fileId }, body: {} }, owner)
    const { answers, waited } = await atOnce<{ status: number }>(
      test.db,
      (trx) => lockWorkspace(trx, owner.workspaceId),
      [send(file.id), send(other.id)],
    )
    expect(waited).toBe(2)
    expect(answers.map(({ status }) => status)).toEqual([200, 422])
    expect(await ledger()).toEqual([19, 1])
  })

  it('without chats left it is refused', async () => {
    await spend(20)
    expect(await read()).toMatchObject({ note: 'no-chat', model: null, remain: 0, can: { edit: true } })
    const { status, body } = await start()
    expect([status, body]).toEqual([422, { error: 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA', reason: 'chat' }])
    expect(models.requests).toEqual([])
  })

  it('a job that is given up ends the generation with an error and returns its chat', async () => {
    await generate(test, file, owner)
    const context = {
      app: test.app,
      signal: new AbortController().signal,
      log: test.app.log,
      id: 'x',
      attempt: 0,
      isLastTry: async () => true,
      reason: 'died',
    }
    await summaryJob.giveUp!(
      { file_id: file.id, generation: 1, workspace_id: owner.workspaceId, user_id: owner.id },
      context,
    )
    expect(await statuses()).toEqual(SUMMARY_PARTS.map(() => 'failed'))
    expect(await ledger()).toEqual([1, -1])
  })
})

describe('what must be there before text is sent', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['off', () => test.db.deleteFrom('summary_settings').execute()],
    ['no-consent', () => test.db.deleteFrom('provider_consents').execute()],
    ['not-ready', () => test.db.updateTable('files').set({ status: 'processing' }).where('id', '=', file.id).execute()],
    [
      'not-ready',
      () => test.db.updateTable('transcripts').set({ text_length: 0 }).where('file_id', '=', file.id).execute(),
    ],
  ])('%s', async (note, prepare) => {
    await prepare()
    expect(await read()).toMatchObject({ note, model: null })
    const { status, body } = await start()
    expect([status, body]).toEqual([409, { error: 'E_CONFLICT', reason: note }])
    await test.settle()
    expect(models.requests).toEqual([])
    expect(await ledger()).toEqual([])
  })

  it('a model that is connected', async () => {
    const database = { url: test.databaseUrl, drop: () => Promise.resolve() }
    const plain = await openTestApp({ database })
    try {
      expect(await plain.succeed(contract.getSummary, ofFile(), owner)).toMatchObject({ note: 'no-model', model: null })
      const { body } = await plain.call(contract.generateSummary, { ...ofFile(), body: {} }, owner)
      expect(body).toEqual({ error: 'E_CONFLICT', reason: 'no-model' })
    } finally {
      await plain.close()
    }
  })

  it('only the owner switches summaries on and off', async () => {
    const manager = await createMember(test.db, owner, ROLE.manager)
    for (const is_on of [true, false]) {
      expect((await test.call(contract.changeSummarySetting, { body: { is_on } }, manager)).error).toBe('E_FORBIDDEN')
      expect(await test.succeed(contract.changeSummarySetting, { body: { is_on } }, owner)).toEqual({
        is_on,
        can: { change: true },
      })
      expect(await test.succeed(contract.getSummarySetting, {}, manager)).toEqual({ is_on, can: { change: false } })
    }
    // Another workspace has its own switch.
    expect(await test.succeed(contract.getSummarySetting, {}, await createOwner(test.db))).toMatchObject({
      is_on: false,
    })
  })
})

describe('while a summary is being written', () => {
  it('finished parts are visible', async () => {
    reply = pausingAt('to_dos')
    await generate(test, file, owner)
    const { done } = await writing(3)
    expect(await statuses()).toEqual(['ready', 'ready', 'writing', 'writing'])
    expect((await read()).parts[0]!.items).toHaveLength(1)
    gate.resolve()
    await done
    expect(await statuses()).toEqual(['ready', 'ready', 'ready', 'ready'])
  })

  it('cancelling before a part is ready returns the chat, and the parts are as before', async () => {
    reply = pausingAt('overview')
    await generate(test, file, owner)
    const { done } = await writing()
    expect(await test.succeed(contract.cancelSummary, ofFile(), owner)).toMatchObject({ is_writing: false })
    gate.resolve()
    await done
    expect(await statuses()).toEqual(['none', 'none', 'none', 'none'])
    expect(await ledger()).toEqual([1, -1])
  })

  it('cancelling later keeps finished parts, and the chat stays counted', async () => {
    reply = pausingAt('decisions')
    await generate(test, file, owner)
    const { done } = await writing(2)
    await test.succeed(contract.cancelSummary, ofFile(), owner)
    gate.resolve()
    await done
    expect(await statuses()).toEqual(['ready', 'none', 'none', 'none'])
    expect(await ledger()).toEqual([1])
    await test.settle()
    expect(models.requests).toHaveLength(2)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the consent is withdrawn', () => test.succeed(withdrawFromProvider, { query: { host: models.host } }, owner)],
    [
      'summaries are switched off',
      () => test.succeed(contract.changeSummarySetting, { body: { is_on: false } }, owner),
    ],
    [
      'the file is deleted',
      () => test.succeed(deleteFile, { params: { projectId: folder.projectId, id: file.id } }, owner),
    ],
  ])('it ends with an error and returns the chat when %s', async (_, end) => {
    reply = pausingAt('overview')
    await generate(test, file, owner)
    const { done } = await writing()
    await end()
    gate.resolve()
    await done
    expect(await statuses()).toEqual(SUMMARY_PARTS.map(() => 'failed'))
    expect(models.requests).toHaveLength(1)
    expect(await ledger()).toEqual([1, -1])
  })

  it.each<[string, (person: TestUser) => Promise<unknown>]>([
    [
      'the right to edit ends',
      (person) =>
        test.db.updateTable('item_roles').set({ role_id: ROLE.viewer }).where('user_id', '=', person.id).execute(),
    ],
    [
      'the person leaves the workspace',
      async ({ id }) => {
        const row = await test.db
          .selectFrom('workspace_members')
          .select('id')
          .where('user_id', '=', id)
          .executeTakeFirstOrThrow()
        return test.succeed(removeWorkspaceMember, { body: { member_id: row.id } }, owner)
      },
    ],
  ])('it ends with an error and without text when %s', async (_, end) => {
    const person = await editorOfFile()
    reply = pausingAt('overview')
    await generate(test, file, person)
    const { done } = await writing()
    await end(person)
    gate.resolve()
    await done
    expect(await statuses()).toEqual(SUMMARY_PARTS.map(() => 'failed'))
    expect(await ledger()).toEqual([1, -1])
  })

  it('the job ends without an error and returns the chat when the file was deleted for good', async () => {
    reply = pausingAt('overview')
    await generate(test, file, owner)
    const { done } = await writing()
    await test.db.deleteFrom('files').where('id', '=', file.id).execute()
    gate.resolve()
    await expect(done).resolves.toBeUndefined()
    expect(await ledger()).toEqual([1, -1])
  })

  it('a worker that stops leaves the missing parts to another one, which finishes once', async () => {
    reply = pausingAt('decisions')
    await generate(test, file, owner)
    const stop = new AbortController()
    const { done: first } = await writing(2, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(first).rejects.toThrow('stopped')
    expect(await statuses()).toEqual(['ready', 'writing', 'writing', 'writing'])
    models.requests.length = 0
    reply = faithful
    await test.settle()
    expect(models.requests.flatMap((request) => partsIn(request))).toEqual(['decisions', 'to_dos', 'sections'])
    expect(await statuses()).toEqual(['ready', 'ready', 'ready', 'ready'])
    expect(await ledger()).toEqual([1])
  })

  it('a worker that was taken for dead writes nothing after its successor', async () => {
    reply = pausingAt('overview')
    await generate(test, file, owner)
    const { done: late } = await writing()
    reply = faithful
    await test.settle()
    const { parts } = await read()
    gate.resolve()
    await late
    expect((await read()).parts).toEqual(parts)
    expect(await ledger()).toEqual([1])
  })

  it('a worker of a cancelled generation changes nothing in the next one', async () => {
    reply = pausingAt('overview')
    await generate(test, file, owner)
    const { done } = await writing()
    await test.succeed(contract.cancelSummary, ofFile(), owner)
    await generate(test, file, owner)
    gate.resolve()
    await done
    expect(await statuses()).toEqual(SUMMARY_PARTS.map(() => 'writing'))
    reply = faithful
    await test.settle()
    expect(await statuses()).toEqual(SUMMARY_PARTS.map(() => 'ready'))
    expect(await ledger()).toEqual([1, -1, 1])
  })

  it('a killed worker process is followed by another one, counted once', { timeout: 180_000 }, async () => {
    reply = pausingAt('decisions')
    const startWorker = () =>
      startWorkerProcess({
        ...standInEnvironment(models.url),
        DATABASE_URL: test.databaseUrl,
        KAIWA_DATA: test.dataFolder,
      })
    const killed = await startWorker()
    await generate(test, file, owner)
    await vi.waitFor(() => expect(models.requests).toHaveLength(2), 60_000)
    expect(await statuses()).toEqual(['ready', 'writing', 'writing', 'writing'])
    await killed.kill()
    reply = faithful
    const next = await startWorker()
    try {
      await vi.waitFor(async () => expect(await read()).toMatchObject({ is_writing: false }), {
        timeout: 90_000,
        interval: 200,
      })
    } finally {
      await next.stop()
    }
    expect(await statuses()).toEqual(SUMMARY_PARTS.map(() => 'ready'))
    expect(models.requests.flatMap((request) => partsIn(request))).toEqual([
      'overview',
      'decisions',
      'decisions',
      'to_dos',
      'sections',
    ])
    expect(await ledger()).toEqual([1])
  })
})
