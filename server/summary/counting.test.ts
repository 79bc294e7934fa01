// Counting of summaries, refusals, and the switch.
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordUsage } from '../billing/record-usage.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import { lockFile } from '../files/store/files.ts'
import { atOnce } from '../test/at-once.ts'
import { type AssistantFixture, countedChats, openAssistantFixture } from '../test/factories/assistant-fixture.ts'
import { createSpokenFile, type SpokenFile } from '../test/factories/chats.ts'
import type { TestFolder } from '../test/factories/items.ts'
import { faithful, generate, partStatuses, switchOn } from '../test/factories/summaries.ts'
import { createMember, createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import type { Caller } from '../test/test-calls.ts'
import { summaryJob } from './jobs/write.ts'

let fixture: AssistantFixture
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile

beforeAll(async () => {
  fixture = await openAssistantFixture({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
  test = fixture.test
})
beforeEach(async () => {
  await fixture.reset()
  fixture.replyWith(faithful)
  ;({ owner, folder, file } = await fixture.createWorkspace(['現在の課題は議事録の作成です。'], { plan: 'trial' }))
  await switchOn(test, owner)
})
afterAll(async () => {
  await fixture.close()
})

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

function start(as: Caller = owner) {
  return test.call(contract.generateSummary, { ...ofFile(), body: {} }, as)
}

describe('counting of summaries', () => {
  it('a generation counts one chat', async () => {
    await generate(test, file, owner)
    expect(await countedChats(test, owner)).toEqual([1])
    await test.settle()
    expect(await read()).toMatchObject({ is_writing: false, count: 1, remain: 19 })
    expect(await countedChats(test, owner)).toEqual([1])
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
    expect(await countedChats(test, owner)).toEqual([1])
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
    expect(await countedChats(test, owner)).toEqual([19, 1])
  })

  it('without chats left it is refused', async () => {
    await spend(20)
    expect(await read()).toMatchObject({ note: 'no-chat', model: null, remain: 0, can: { edit: true } })
    const { status, body } = await start()
    expect([status, body]).toEqual([422, { error: 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA', reason: 'chat' }])
    expect(fixture.models.requests).toEqual([])
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
    expect(await partStatuses(test, file)).toEqual(SUMMARY_PARTS.map(() => 'failed'))
    expect(await countedChats(test, owner)).toEqual([1, -1])
  })
})

describe('a generation is refused and nothing is sent', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['off', () => test.db.deleteFrom('summary_settings').execute()],
    ['no-consent', () => test.db.deleteFrom('provider_consents').execute()],
    ['not-ready', () => test.db.updateTable('files').set({ status: 'processing' }).where('id', '=', file.id).execute()],
    [
      'not-ready',
      () => test.db.updateTable('transcripts').set({ text_length: 0 }).where('file_id', '=', file.id).execute(),
    ],
  ])('with the note %s', async (note, prepare) => {
    await prepare()
    expect(await read()).toMatchObject({ note, model: null })
    const { status, body } = await start()
    expect([status, body]).toEqual([409, { error: 'E_CONFLICT', reason: note }])
    await test.settle()
    expect(fixture.models.requests).toEqual([])
    expect(await countedChats(test, owner)).toEqual([])
  })

  it('with the note no-model when no model is connected', async () => {
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
})

it('switching summaries off is published to the members of the workspace, without content', async () => {
  const manager = await createMember(test.db, owner, ROLE.manager)
  const guest = await createMember(test.db, owner, ROLE.guest)
  await test.succeed(contract.changeSummarySetting, { body: { is_on: false } }, owner)
  const published = await test.db
    .selectFrom('events')
    .select(['data', 'channels'])
    .where('type', '=', 'summaries.switched')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(published.data).toEqual({})
  expect(published.channels.toSorted()).toEqual(
    [owner, manager, guest].map(({ id }) => `private-user-${id}`).toSorted(),
  )
  // A refused call publishes nothing.
  await test.call(contract.changeSummarySetting, { body: { is_on: true } }, manager)
  const { count } = await test.db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('type', '=', 'summaries.switched')
    .where(sql<boolean>`${`private-user-${guest.id}`} = any(channels)`)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
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
