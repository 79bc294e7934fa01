// A generation that is cancelled, loses its rights, or whose worker stops.
import { withdrawFromProvider } from '@kaiwa/contract/chats.ts'
import { deleteFile } from '@kaiwa/contract/files.ts'
import { removeWorkspaceMember } from '@kaiwa/contract/members.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AssistantFixture, countedChats, openAssistantFixture } from '../test/factories/assistant-fixture.ts'
import type { SpokenFile } from '../test/factories/chats.ts'
import { assign, type TestFolder } from '../test/factories/items.ts'
import {
  faithful,
  generate,
  partsIn,
  partStatuses,
  pausingAt,
  startWriting,
  switchOn,
} from '../test/factories/summaries.ts'
import { createMember, type TestOwner, type TestUser } from '../test/factories/users.ts'
import type { TestApp } from '../test/open-test-app.ts'
import type { Caller } from '../test/test-calls.ts'

let fixture: AssistantFixture
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile
/** Resolved to let a stand-in continue after its first piece. */
let gate: PromiseWithResolvers<void>

beforeAll(async () => {
  fixture = await openAssistantFixture({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
  test = fixture.test
})
beforeEach(async () => {
  await fixture.reset()
  fixture.replyWith(faithful)
  gate = Promise.withResolvers()
  ;({ owner, folder, file } = await fixture.createWorkspace(['現在の課題は議事録の作成です。'], { plan: 'trial' }))
  await switchOn(test, owner)
})
afterAll(async () => {
  gate.resolve()
  await fixture.close()
})

function ofFile() {
  return { params: { fileId: file.id } }
}

function read(as: Caller = owner) {
  return test.succeed(contract.getSummary, ofFile(), as)
}

async function editorOfFile(): Promise<TestUser> {
  const guest = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, file, guest, ROLE.editor)
  return guest
}

describe('while a summary is being written', () => {
  it('finished parts are visible', async () => {
    fixture.replyWith(pausingAt('to_dos', gate.promise))
    await generate(test, file, owner)
    const { done } = await startWriting(fixture, file, { requests: 3 })
    expect(await partStatuses(test, file)).toEqual(['ready', 'ready', 'writing', 'writing'])
    expect((await read()).parts[0]!.items).toHaveLength(1)
    gate.resolve()
    await done
    expect(await partStatuses(test, file)).toEqual(['ready', 'ready', 'ready', 'ready'])
  })

  it('cancelling before a part is ready returns the chat, and the parts are as before', async () => {
    fixture.replyWith(pausingAt('overview', gate.promise))
    await generate(test, file, owner)
    const { done } = await startWriting(fixture, file)
    expect(await test.succeed(contract.cancelSummary, ofFile(), owner)).toMatchObject({ is_writing: false })
    gate.resolve()
    await done
    expect(await partStatuses(test, file)).toEqual(['none', 'none', 'none', 'none'])
    expect(await countedChats(test, owner)).toEqual([1, -1])
  })

  it('cancelling later keeps finished parts, and the chat stays counted', async () => {
    fixture.replyWith(pausingAt('decisions', gate.promise))
    await generate(test, file, owner)
    const { done } = await startWriting(fixture, file, { requests: 2 })
    await test.succeed(contract.cancelSummary, ofFile(), owner)
    gate.resolve()
    await done
    expect(await partStatuses(test, file)).toEqual(['ready', 'none', 'none', 'none'])
    expect(await countedChats(test, owner)).toEqual([1])
    await test.settle()
    expect(fixture.models.requests).toHaveLength(2)
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'the consent is withdrawn',
      () => test.succeed(withdrawFromProvider, { query: { host: fixture.models.host } }, owner),
    ],
    [
      'summaries are switched off',
      () => test.succeed(contract.changeSummarySetting, { body: { is_on: false } }, owner),
    ],
    [
      'the file is deleted',
      () => test.succeed(deleteFile, { params: { projectId: folder.projectId, id: file.id } }, owner),
    ],
  ])('it ends with an error and returns the chat when %s', async (_, end) => {
    fixture.replyWith(pausingAt('overview', gate.promise))
    await generate(test, file, owner)
    const { done } = await startWriting(fixture, file)
    await end()
    gate.resolve()
    await done
    expect(await partStatuses(test, file)).toEqual(SUMMARY_PARTS.map(() => 'failed'))
    expect(fixture.models.requests).toHaveLength(1)
    expect(await countedChats(test, owner)).toEqual([1, -1])
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
    fixture.replyWith(pausingAt('overview', gate.promise))
    await generate(test, file, person)
    const { done } = await startWriting(fixture, file)
    await end(person)
    gate.resolve()
    await done
    expect(await partStatuses(test, file)).toEqual(SUMMARY_PARTS.map(() => 'failed'))
    expect(await countedChats(test, owner)).toEqual([1, -1])
  })

  it('the job ends without an error and returns the chat when the file was deleted for good', async () => {
    fixture.replyWith(pausingAt('overview', gate.promise))
    await generate(test, file, owner)
    const { done } = await startWriting(fixture, file)
    await test.db.deleteFrom('files').where('id', '=', file.id).execute()
    gate.resolve()
    await expect(done).resolves.toBeUndefined()
    expect(await countedChats(test, owner)).toEqual([1, -1])
  })

  it('a worker that stops leaves the missing parts to another one, which finishes once', async () => {
    fixture.replyWith(pausingAt('decisions', gate.promise))
    await generate(test, file, owner)
    const stop = new AbortController()
    const { done: first } = await startWriting(fixture, file, { requests: 2, signal: stop.signal })
    stop.abort(new Error('stopped'))
    await expect(first).rejects.toThrow('stopped')
    expect(await partStatuses(test, file)).toEqual(['ready', 'writing', 'writing', 'writing'])
    fixture.models.requests.length = 0
    fixture.replyWith(faithful)
    await test.settle()
    expect(fixture.models.requests.flatMap((request) => partsIn(request))).toEqual(['decisions', 'to_dos', 'sections'])
    expect(await partStatuses(test, file)).toEqual(['ready', 'ready', 'ready', 'ready'])
    expect(await countedChats(test, owner)).toEqual([1])
  })

  it('a worker that was taken for dead writes nothing after its successor', async () => {
    fixture.replyWith(pausingAt('overview', gate.promise))
    await generate(test, file, owner)
    const { done: late } = await startWriting(fixture, file)
    fixture.replyWith(faithful)
    await test.settle()
    const { parts } = await read()
    gate.resolve()
    await late
    expect((await read()).parts).toEqual(parts)
    expect(await countedChats(test, owner)).toEqual([1])
  })

  it('a worker of a cancelled generation changes nothing in the next one', async () => {
    fixture.replyWith(pausingAt('overview', gate.promise))
    await generate(test, file, owner)
    const { done } = await startWriting(fixture, file)
    await test.succeed(contract.cancelSummary, ofFile(), owner)
    await generate(test, file, owner)
    gate.resolve()
    await done
    expect(await partStatuses(test, file)).toEqual(SUMMARY_PARTS.map(() => 'writing'))
    fixture.replyWith(faithful)
    await test.settle()
    expect(await partStatuses(test, file)).toEqual(SUMMARY_PARTS.map(() => 'ready'))
    expect(await countedChats(test, owner)).toEqual([1, -1, 1])
  })

  it('cancelling restores a part that had failed, with its error', async () => {
    fixture.replyWith((request) => (partsIn(request).includes('decisions') ? { text: 'x' } : faithful(request)))
    await generate(test, file, owner)
    await test.settle()
    await generate(test, file, owner, ['overview', 'decisions'])
    expect((await read()).parts[1]).toMatchObject({ status: 'writing', error: null })
    await test.succeed(contract.cancelSummary, ofFile(), owner)
    expect((await read()).parts.map(({ status, error }) => [status, error])).toEqual([
      ['ready', null],
      ['failed', 'server-error'],
      ['ready', null],
      ['ready', null],
    ])
  })
})
