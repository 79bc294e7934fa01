// An answer that is being written when its chat, its files, rights, consent or worker end.
import * as messageContract from '@kaiwa/contract/chat-messages.ts'
import * as contract from '@kaiwa/contract/chats.ts'
import { deleteFile } from '@kaiwa/contract/files.ts'
import { removeWorkspaceMember } from '@kaiwa/contract/members.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type AssistantFixture,
  countedChats,
  openAssistantFixture,
  quoting,
  readAnswer,
} from '../test/factories/assistant-fixture.ts'
import { answerJson, ask, blocksIn, type SpokenFile } from '../test/factories/chats.ts'
import { assign, type TestFolder } from '../test/factories/items.ts'
import { createMember, type TestOwner } from '../test/factories/users.ts'
import type { TestApp } from '../test/open-test-app.ts'
import type { ModelRequest, Reply, StandInModels } from '../test/stand-in-models.ts'
import type { Caller } from '../test/test-calls.ts'
import { answerJob } from './jobs/answer.ts'
import { writeAnswer } from './write-answer.ts'

let assistant: AssistantFixture
let models: StandInModels
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile
/** Resolved to let a stand-in continue after its first piece. */
let gate: PromiseWithResolvers<void>

const ANSWER = '課題は議事録の作成です。'.repeat(4)
const quotingAll = quoting('議事録の作成', ANSWER)

/** The same, with a pause in which the test acts. */
function pausing(request: ModelRequest): Reply {
  return { ...quotingAll(request), pieceLength: 60, waitFor: gate.promise }
}

beforeAll(async () => {
  assistant = await openAssistantFixture({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
  ;({ test, models } = assistant)
})
beforeEach(async () => {
  await assistant.reset()
  assistant.replyWith(pausing)
  gate = Promise.withResolvers()
  ;({ owner, folder, file } = await assistant.createWorkspace(['現在の課題は議事録の作成です。'], { plan: 'trial' }))
})
afterAll(async () => {
  gate.resolve()
  await assistant.close()
})

async function messageOf(answer: { id: number; chat_id: number }, as: Caller = owner) {
  return (await readAnswer(test, answer, as)).message
}

/** Starts to write the answer as a worker does, and waits until its first text is stored. */
async function writing(answer: { id: number }, signal = new AbortController().signal) {
  const { generation, owner_id: userId } = await test.db
    .selectFrom('chat_messages')
    .innerJoin('chats', 'chats.id', 'chat_messages.chat_id')
    .select(['generation', 'owner_id'])
    .where('chat_messages.id', '=', answer.id)
    .executeTakeFirstOrThrow()
  const done = writeAnswer({ app: test.app, signal, log: test.app.log }, { id: answer.id, generation, userId })
  done.catch(() => {})
  await vi.waitFor(async () => {
    const row = await test.db
      .selectFrom('chat_messages')
      .select('content')
      .where('id', '=', answer.id)
      .executeTakeFirstOrThrow()
    expect(row.content).not.toBe('')
  }, 10_000)
  // In an object, because a returned promise would be awaited.
  return { done }
}

function noJob() {
  return test.settle({ leaving: ['assistant.answer'] })
}

describe('while an answer is being written', () => {
  it('its text arrives as message-delta, and grows for readers who come later', async () => {
    const send = vi.spyOn(test.app.realtime, 'sendStored')
    const { chat, answer } = await ask(test, { folder }, owner)
    const { done } = await writing(answer)
    const partial = await messageOf(answer)
    expect(partial).toMatchObject({ is_writing: true, statements: [] })
    expect(ANSWER.startsWith(partial.content)).toBe(true)
    gate.resolve()
    await done
    const sent = send.mock.calls.map(([message]) => message)
    send.mockRestore()
    expect(sent).not.toEqual([])
    expect(
      sent.every(
        ({ name, channel, data }) =>
          name === 'message-delta' && channel === `private-chat-${chat.id}` && data.message_id === answer.id,
      ),
    ).toBe(true)
    // Each text continues at the end of the one before.
    let text = ''
    for (const { data } of sent) {
      expect(data.from).toBe(text.length)
      text += data.text
    }
    expect(text).toBe((await messageOf(answer)).content)
    expect(
      await test.db
        .selectFrom('events')
        .selectAll()
        .where('type', '=', 'message-delta' as never)
        .execute(),
    ).toEqual([])
  })

  it('cancelling keeps the text so far and the chat stays counted', async () => {
    const { chat, answer } = await ask(test, { folder }, owner)
    const { done } = await writing(answer)
    expect(await test.succeed(contract.cancelChat, { params: { chatId: chat.id } }, owner)).toMatchObject({
      is_processing: false,
    })
    gate.resolve()
    await done
    const message = await messageOf(answer)
    expect(message).toMatchObject({ is_canceled: true, is_writing: false, error: null })
    expect(message.content.length).toBeGreaterThan(0)
    expect(message.content.length).toBeLessThan(48)
    expect(await countedChats(test, owner)).toEqual([1])
  })

  it('cancelling before any text returns the chat', async () => {
    const { chat, answer } = await ask(test, { folder }, owner)
    await test.succeed(contract.cancelChat, { params: { chatId: chat.id } }, owner)
    await test.settle()
    expect(await messageOf(answer)).toMatchObject({ is_canceled: true, content: '' })
    expect(models.requests).toEqual([])
    expect(await countedChats(test, owner)).toEqual([1, -1])
  })

  it('withdrawing the consent ends it and returns its chat', async () => {
    const { answer } = await ask(test, { folder }, owner)
    const { done } = await writing(answer)
    await test.succeed(contract.withdrawFromProvider, { query: { host: models.host } }, owner)
    expect(await messageOf(answer)).toMatchObject({ error: 'server-error', content: '', is_writing: false })
    gate.resolve()
    await done
    await noJob()
    expect(await messageOf(answer)).toMatchObject({ error: 'server-error', content: '' })
    expect(await countedChats(test, owner)).toEqual([1, -1])
  })

  it('deleting the chat ends it', async () => {
    const { chat, answer } = await ask(test, { folder }, owner)
    const { done } = await writing(answer)
    await test.succeed(contract.deleteChat, { params: { chatId: chat.id } }, owner)
    gate.resolve()
    await done
    expect((await test.call(contract.getChat, { params: { chatId: chat.id } }, owner)).status).toBe(404)
  })

  it.each<[string, (member: { id: number; token: string }) => Promise<unknown>]>([
    [
      'the file is deleted',
      () => test.succeed(deleteFile, { params: { projectId: folder.projectId, id: file.id } }, owner),
    ],
    [
      'the right to the file ends',
      (member) =>
        test.db
          .updateTable('item_roles')
          .set({ role_id: null, is_excluded: true })
          .where('user_id', '=', member.id)
          .execute(),
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
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, file, guest, ROLE.viewer)
    const { answer } = await ask(test, { folder }, guest)
    const { done } = await writing(answer)
    await end(guest)
    gate.resolve()
    await done
    const row = await test.db
      .selectFrom('chat_messages')
      .selectAll()
      .where('id', '=', answer.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'failed', error: 'server-error', content: '', statements: [] })
    expect(await countedChats(test, owner)).toEqual([1, -1])
  })

  it('the job ends without an error when its chat was deleted with the workspace', async () => {
    const { answer } = await ask(test, { folder }, owner)
    const { done } = await writing(answer)
    await test.db.deleteFrom('chats').where('workspace_id', '=', owner.workspaceId).execute()
    gate.resolve()
    await expect(done).resolves.toBeUndefined()
  })

  it('a worker that stops leaves the answer to another one, which finishes it once', async () => {
    const { answer } = await ask(test, { folder }, owner)
    const stop = new AbortController()
    const { done: first } = await writing(answer, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(first).rejects.toThrow('stopped')
    expect(await messageOf(answer)).toMatchObject({ is_writing: true })
    assistant.replyWith(quotingAll)
    await test.settle()
    expect(await messageOf(answer)).toMatchObject({ is_writing: false, error: null, citations: [{ number: 1 }] })
    expect(await countedChats(test, owner)).toEqual([1])
  })

  it('a worker that was taken for dead writes nothing into the answer of its successor', async () => {
    const { answer } = await ask(test, { folder }, owner)
    const { done: late } = await writing(answer)
    assistant.replyWith((request) => ({
      text: answerJson({ text: '二番目の答え。', quotes: [{ block: blocksIn(request)[0]!.block, quote: '議事録' }] }),
    }))
    await test.settle()
    gate.resolve()
    await late
    expect(await messageOf(answer)).toMatchObject({ content: '二番目の答え。', error: null })
    expect(await countedChats(test, owner)).toEqual([1])
  })

  it('a worker of a cancelled answer changes nothing in the answer that is written again', async () => {
    const { chat, answer } = await ask(test, { folder }, owner)
    const { done } = await writing(answer)
    await test.succeed(contract.cancelChat, { params: { chatId: chat.id } }, owner)
    await test.succeed(
      messageContract.regenerateChatMessage,
      { params: { chatId: chat.id, messageId: answer.id } },
      owner,
    )
    gate.resolve()
    await done
    expect(await messageOf(answer)).toMatchObject({ is_writing: true, content: '', error: null })
    assistant.replyWith(quotingAll)
    await test.settle()
    expect(await messageOf(answer)).toMatchObject({ is_writing: false, error: null, citations: [{ number: 1 }] })
    expect(await countedChats(test, owner)).toEqual([1, 1])
  })

  it('a job that is given up ends the answer with an error and returns its chat', async () => {
    const { answer } = await ask(test, { folder }, owner)
    const context = {
      app: test.app,
      signal: new AbortController().signal,
      log: test.app.log,
      id: 'x',
      attempt: 0,
      isLastTry: async () => true,
      reason: 'died',
    }
    await answerJob.giveUp!(
      { message_id: answer.id, generation: 1, workspace_id: owner.workspaceId, user_id: owner.id },
      context,
    )
    expect(await messageOf(answer)).toMatchObject({ error: 'server-error' })
    expect(await countedChats(test, owner)).toEqual([1, -1])
  })
})
