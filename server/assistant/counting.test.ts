// Counting of answers, consent, and interruptions of an answer.
import * as contract from '@kaiwa/contract/chats.ts'
import { deleteFile } from '@kaiwa/contract/files.ts'
import { removeWorkspaceMember } from '@kaiwa/contract/members.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordUsage } from '../billing/record-usage.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import {
  agreeTo,
  answerJson,
  ask,
  blocksIn,
  chooseModelFor,
  createSpokenFile,
  type SpokenFile,
  startChat,
} from '../test/factories/chats.ts'
import { assign, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner } from '../test/factories/users.ts'
import { atOnce } from '../test/at-once.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import {
  type ModelRequest,
  openStandInModels,
  type Reply,
  standInEnvironment,
  type StandInModels,
} from '../test/stand-in-models.ts'
import type { Caller } from '../test/test-calls.ts'
import { answerJob } from './jobs/answer.ts'
import { writeAnswer } from './write-answer.ts'

let models: StandInModels
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile
let reply: (request: ModelRequest) => Reply
/** Resolved to let a stand-in continue after its first piece. */
let gate: PromiseWithResolvers<void>

function quoting(request: ModelRequest): Reply {
  const block = blocksIn(request)[0]!.block
  return {
    text: answerJson({ text: '課題は議事録の作成です。'.repeat(4), quotes: [{ block, quote: '議事録の作成' }] }),
  }
}

/** The same, with a pause in which the test acts. */
function pausing(request: ModelRequest): Reply {
  return { ...(quoting(request) as { text: string }), pieceLength: 60, waitFor: gate.promise }
}

beforeAll(async () => {
  models = await openStandInModels((request) => reply(request))
  test = await openTestApp({ env: { ...standInEnvironment(models.url), KAIWA_DATABASE_CONNECTIONS: '8' } })
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  models.requests.length = 0
  reply = quoting
  gate = Promise.withResolvers()
  owner = await createOwner(test.db, { plan: 'trial' })
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createSpokenFile(test, { folder, owner }, ['現在の課題は議事録の作成です。'])
  await agreeTo(test, owner, models.host)
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
  await test.db.transaction().execute((trx) =>
    recordUsage(trx, {
      workspaceId: owner.workspaceId,
      userId: owner.id,
      kind: 'chat',
      amount,
      cause: `spent:${owner.workspaceId}:${amount}`,
    }),
  )
}

async function messageOf(answer: { id: number; chat_id: number }, as: Caller = owner) {
  const { messages } = await test.succeed(
    contract.listChatMessages,
    { params: { chatId: answer.chat_id }, query: { from_id: answer.id } },
    as,
  )
  return messages[0]!
}

/** Starts to write the answer as a worker does, and waits until its first text is stored. */
async function writing(answer: { id: number }, signal = new AbortController().signal) {
  const { generation } = await test.db
    .selectFrom('chat_messages')
    .select('generation')
    .where('id', '=', answer.id)
    .executeTakeFirstOrThrow()
  const done = writeAnswer({ app: test.app, signal, log: test.app.log }, { id: answer.id, generation })
  done.catch(() => {})
  const content = async () => {
    const row = await test.db
      .selectFrom('chat_messages')
      .select('content')
      .where('id', '=', answer.id)
      .executeTakeFirstOrThrow()
    return row.content
  }
  await expect.poll(content).not.toBe('')
  // In an object, because a returned promise would be awaited.
  return { done }
}

function noJob() {
  return test.settle({ leaving: ['assistant.answer'] })
}

describe('counting', () => {
  it('BILL-11 an answer counts one chat, and is listed in the usage', async () => {
    const { answer } = await ask(test, { folder }, owner)
    expect(await ledger()).toEqual([1])
    await test.settle()
    expect(await messageOf(answer)).toMatchObject({ source: 'model', error: null })
    expect(await ledger()).toEqual([1])
    expect(await test.succeed(contract.getAssistant, {}, owner)).toMatchObject({ count: 1, remain: 19 })
  })

  it('CHAT-17 regenerating counts again', async () => {
    const { chat, answer } = await ask(test, { folder }, owner)
    await test.settle()
    await test.succeed(contract.regenerateChatMessage, { params: { chatId: chat.id, messageId: answer.id } }, owner)
    await test.settle()
    expect(await ledger()).toEqual([1, 1])
  })

  it('a failed answer returns its chat, once', async () => {
    reply = () => ({ status: 500, body: {} })
    const { answer } = await ask(test, { folder }, owner)
    await test.settle()
    await writeAnswer(
      { app: test.app, signal: new AbortController().signal, log: test.app.log },
      { id: answer.id, generation: 1 },
    )
    expect(await ledger()).toEqual([1, -1])
    expect(await messageOf(answer)).toMatchObject({ error: 'server-error' })
  })

  it('BILL-38 CHAT-11 without chats left a question is refused, and a chat without a model is not', async () => {
    await spend(20)
    const chat = await startChat(test, { folder }, owner)
    const question = { params: { chatId: chat.id }, body: { content: '課題は' } }
    const { status, body } = await test.call(contract.sendChatMessage, question, owner)
    expect([status, body]).toEqual([422, { error: 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA', reason: 'chat' }])
    expect(await test.succeed(contract.getAssistant, {}, owner)).toMatchObject({ remain: 0, can: { ask: false } })
    await test.succeed(contract.withdrawFromProvider, { query: { host: models.host } }, owner)
    expect(await test.succeed(contract.getAssistant, {}, owner)).toMatchObject({
      note: 'no-consent',
      can: { ask: true },
    })
    expect((await test.succeed(contract.sendChatMessage, question, owner)).messages[1]).toMatchObject({
      source: 'passages',
      note: 'no-consent',
    })
  })

  it('the last chat requested twice at the same moment is counted once, and the other is refused', async () => {
    await spend(19)
    const member = await createMember(test.db, owner, ROLE.member)
    const chats = [await startChat(test, { folder }, owner), await startChat(test, { folder }, member)]
    const send = (index: number, as: Caller) => () =>
      test.call(contract.sendChatMessage, { params: { chatId: chats[index]!.id }, body: { content: '課題は' } }, as)
    const { answers, waited } = await atOnce<{ status: number }>(
      test.db,
      (trx) => lockWorkspace(trx, owner.workspaceId),
      [send(0, owner), send(1, member)],
    )
    expect(waited).toBe(2)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(await ledger()).toEqual([19, 1])
  })

  it('CHAT-14 answers one of two simultaneous questions to a chat and refuses the other', async () => {
    const chat = await startChat(test, { folder }, owner)
    const send = () =>
      test.call(contract.sendChatMessage, { params: { chatId: chat.id }, body: { content: '課題は' } }, owner)
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toEqual({ error: 'E_CONFLICT', reason: 'processing' })
    expect(await ledger()).toEqual([1])
  })

  it('a guest counts in the workspace', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, file, guest, ROLE.viewer)
    const { answer } = await ask(test, { folder }, guest)
    await test.settle()
    expect(await messageOf(answer, guest)).toMatchObject({ source: 'model', error: null })
    expect(await ledger()).toEqual([1])
  })
})

describe('consent', () => {
  it('nothing is sent before the owner agreed', async () => {
    await test.db.deleteFrom('provider_consents').execute()
    const { answer } = await ask(test, { folder }, owner)
    await test.settle()
    expect(await messageOf(answer)).toMatchObject({ source: 'passages', note: 'no-consent', model: null })
    expect(models.requests).toEqual([])
    expect(await ledger()).toEqual([])
  })

  it('only the owner agrees, once for each host of the configuration', async () => {
    await test.db.deleteFrom('provider_consents').execute()
    const manager = await createMember(test.db, owner, ROLE.manager)
    const body = { host: models.host }
    expect((await test.call(contract.agreeToProvider, { body }, manager)).error).toBe('E_FORBIDDEN')
    expect((await test.call(contract.withdrawFromProvider, { query: body }, manager)).error).toBe('E_FORBIDDEN')
    const unknown = await test.call(contract.agreeToProvider, { body: { host: 'other.example' } }, owner)
    expect([unknown.status, unknown.body]).toEqual([
      422,
      { error: 'E_UNPROCESSABLE_ENTITY', errors: { host: ['incorrect'] } },
    ])
    const settings = await test.succeed(contract.agreeToProvider, { body }, owner)
    expect(settings).toMatchObject({ model: 'openai_gpt35_turbo', note: null })
    expect(settings.models.map(({ id, host, is_agreed }) => [id, host, is_agreed])).toEqual([
      ['claude3_haiku', models.host, true],
      ['claude35_sonnet', null, false],
      ['o3_mini', null, false],
      ['openai_gpt35_turbo', models.host, true],
      ['openai_gpt4o', models.host, true],
    ])
    expect(await test.succeed(contract.getAssistant, {}, manager)).toMatchObject({ can: { agree: false } })
  })

  it('withdrawing it ends a running answer and returns its chat', async () => {
    reply = pausing
    const { answer } = await ask(test, { folder }, owner)
    const { done } = await writing(answer)
    await test.succeed(contract.withdrawFromProvider, { query: { host: models.host } }, owner)
    expect(await messageOf(answer)).toMatchObject({ error: 'server-error', content: '', is_writing: false })
    gate.resolve()
    await done
    await noJob()
    expect(await messageOf(answer)).toMatchObject({ error: 'server-error', content: '' })
    expect(await ledger()).toEqual([1, -1])
  })
})

describe('while an answer is being written', () => {
  it('its text arrives as message-delta, and grows for readers who come later', async () => {
    const sent: { name: string; data: { message_id: number; from: number; text: string }; channel: string }[] = []
    const { realtime } = test.app
    const send = vi.spyOn(realtime, 'send').mockImplementation(async (message) => void sent.push(message))
    reply = pausing
    const { chat, answer } = await ask(test, { folder }, owner)
    const { done } = await writing(answer)
    const partial = await messageOf(answer)
    expect(partial).toMatchObject({ is_writing: true, statements: [] })
    expect('課題は議事録の作成です。'.repeat(4).startsWith(partial.content)).toBe(true)
    gate.resolve()
    await done
    send.mockRestore()
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
    reply = pausing
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
    expect(await ledger()).toEqual([1])
  })

  it('cancelling before any text returns the chat', async () => {
    const { chat, answer } = await ask(test, { folder }, owner)
    await test.succeed(contract.cancelChat, { params: { chatId: chat.id } }, owner)
    await test.settle()
    expect(await messageOf(answer)).toMatchObject({ is_canceled: true, content: '' })
    expect(models.requests).toEqual([])
    expect(await ledger()).toEqual([1, -1])
  })

  it('deleting the chat ends it', async () => {
    reply = pausing
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
    reply = pausing
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
    expect(await ledger()).toEqual([1, -1])
  })

  it('the job ends without an error when its chat was deleted with the workspace', async () => {
    reply = pausing
    const { answer } = await ask(test, { folder }, owner)
    const { done } = await writing(answer)
    await test.db.deleteFrom('chats').where('workspace_id', '=', owner.workspaceId).execute()
    gate.resolve()
    await expect(done).resolves.toBeUndefined()
  })

  it('a worker that stops leaves the answer to another one, which finishes it once', async () => {
    reply = pausing
    const { answer } = await ask(test, { folder }, owner)
    const stop = new AbortController()
    const { done: first } = await writing(answer, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(first).rejects.toThrow('stopped')
    expect(await messageOf(answer)).toMatchObject({ is_writing: true })
    reply = quoting
    await test.settle()
    expect(await messageOf(answer)).toMatchObject({ is_writing: false, error: null, citations: [{ number: 1 }] })
    expect(await ledger()).toEqual([1])
  })

  it('a worker that was taken for dead writes nothing into the answer of its successor', async () => {
    reply = pausing
    const { answer } = await ask(test, { folder }, owner)
    const { done: late } = await writing(answer)
    reply = (request) => ({
      text: answerJson({ text: '二番目の答え。', quotes: [{ block: blocksIn(request)[0]!.block, quote: '議事録' }] }),
    })
    await test.settle()
    gate.resolve()
    await late
    expect(await messageOf(answer)).toMatchObject({ content: '二番目の答え。', error: null })
    expect(await ledger()).toEqual([1])
  })

  it('a worker of a cancelled answer changes nothing in the answer that is written again', async () => {
    reply = pausing
    const { chat, answer } = await ask(test, { folder }, owner)
    const { done } = await writing(answer)
    await test.succeed(contract.cancelChat, { params: { chatId: chat.id } }, owner)
    await test.succeed(contract.regenerateChatMessage, { params: { chatId: chat.id, messageId: answer.id } }, owner)
    gate.resolve()
    await done
    expect(await messageOf(answer)).toMatchObject({ is_writing: true, content: '', error: null })
    reply = quoting
    await test.settle()
    expect(await messageOf(answer)).toMatchObject({ is_writing: false, error: null, citations: [{ number: 1 }] })
    expect(await ledger()).toEqual([1, 1])
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
    expect(await ledger()).toEqual([1, -1])
  })
})

it('ACC-08 the chosen model takes effect with the next question', async () => {
  await chooseModelFor(test, owner.id, 'claude3_haiku')
  const { answer } = await ask(test, { folder }, owner)
  await test.settle()
  expect(await messageOf(answer)).toMatchObject({ model: 'claude3_haiku' })
  expect(models.requests).toMatchObject([{ provider: 'anthropic' }])
})
