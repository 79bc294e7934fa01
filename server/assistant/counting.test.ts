// Counting of answers, and consent.
import * as messageContract from '@kaiwa/contract/chat-messages.ts'
import * as contract from '@kaiwa/contract/chats.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordUsage } from '../billing/record-usage.ts'
import { findBalance } from '../billing/store/billing-ledger.ts'
import { lockWorkspace } from '../billing/store/usage.ts'
import { startSubscription } from '../billing/subscriptions/start-subscription.ts'
import {
  type AssistantFixture,
  countedChats,
  openAssistantFixture,
  quoting,
  readAnswer,
} from '../test/factories/assistant-fixture.ts'
import { givePoints } from '../test/factories/contracts.ts'
import { ask, chooseModelFor, type SpokenFile, startChat } from '../test/factories/chats.ts'
import { assign, type TestFolder } from '../test/factories/items.ts'
import { createMember, type TestOwner } from '../test/factories/users.ts'
import { atOnce } from '../test/at-once.ts'
import type { TestApp } from '../test/open-test-app.ts'
import type { StandInModels } from '../test/stand-in-models.ts'
import type { Caller } from '../test/test-calls.ts'
import { lockChat } from './store/chats.ts'
import { writeAnswer } from './write-answer.ts'

let assistant: AssistantFixture
let models: StandInModels
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile

beforeAll(async () => {
  assistant = await openAssistantFixture({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
  ;({ test, models } = assistant)
})
beforeEach(async () => {
  await assistant.reset()
  assistant.replyWith(quoting('議事録の作成'))
  ;({ owner, folder, file } = await assistant.createWorkspace(['現在の課題は議事録の作成です。'], { plan: 'trial' }))
})
afterAll(() => assistant.close())

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
  return (await readAnswer(test, answer, as)).message
}

describe('counting', () => {
  it('BILL-11 an answer counts one chat, and is listed in the usage', async () => {
    const { answer } = await ask(test, { folder }, owner)
    expect(await countedChats(test, owner)).toEqual([1])
    await test.settle()
    expect(await messageOf(answer)).toMatchObject({ source: 'model', error: null })
    expect(await countedChats(test, owner)).toEqual([1])
    expect(await test.succeed(contract.getAssistant, {}, owner)).toMatchObject({ count: 1, remain: 19 })
  })

  it('BILL-42 a membership pays an answer beyond its limit with points, and is refused without them', async () => {
    const { workspaceId } = owner
    const membership = { workspaceId, planId: null, paymentType: 'credit_card', companyId: null } as const
    await test.db.transaction().execute((trx) => startSubscription(trx, membership))
    await spend(5)
    await givePoints(test.db, owner, 39)
    const { chat, answer } = await ask(test, { folder }, owner)
    expect(await findBalance(test.db, workspaceId)).toBe(19)
    await test.settle()
    expect((await messageOf(answer)).error).toBeNull()
    const again = { params: { chatId: chat.id }, body: { content: '続きは' } }
    const refused = await test.call(messageContract.sendChatMessage, again, owner)
    expect([refused.error, refused.body]).toEqual([
      'WORKSPACE_EXCEED_MAX_USAGE_QUOTA',
      { error: 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA', reason: 'chat' },
    ])
    expect(await findBalance(test.db, workspaceId)).toBe(19)
  })

  it('CHAT-17 regenerating counts again', async () => {
    const { chat, answer } = await ask(test, { folder }, owner)
    await test.settle()
    await test.succeed(
      messageContract.regenerateChatMessage,
      { params: { chatId: chat.id, messageId: answer.id } },
      owner,
    )
    await test.settle()
    expect(await countedChats(test, owner)).toEqual([1, 1])
  })

  it('a failed answer returns its chat, once', async () => {
    assistant.replyWith(() => ({ status: 500, body: {} }))
    const { answer } = await ask(test, { folder }, owner)
    await test.settle()
    await writeAnswer(
      { app: test.app, signal: new AbortController().signal, log: test.app.log },
      { id: answer.id, generation: 1, userId: owner.id },
    )
    expect(await countedChats(test, owner)).toEqual([1, -1])
    expect(await messageOf(answer)).toMatchObject({ error: 'server-error' })
  })

  it('BILL-38 CHAT-11 without chats left a question is refused, and a chat without a model is not', async () => {
    await spend(20)
    const chat = await startChat(test, { folder }, owner)
    const question = { params: { chatId: chat.id }, body: { content: '課題は' } }
    const { status, body } = await test.call(messageContract.sendChatMessage, question, owner)
    expect([status, body]).toEqual([422, { error: 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA', reason: 'chat' }])
    expect(await test.succeed(contract.getAssistant, {}, owner)).toMatchObject({ remain: 0, can: { ask: false } })
    await test.succeed(contract.withdrawFromProvider, { query: { host: models.host } }, owner)
    expect(await test.succeed(contract.getAssistant, {}, owner)).toMatchObject({
      note: 'no-consent',
      can: { ask: true },
    })
    expect((await test.succeed(messageContract.sendChatMessage, question, owner)).messages[1]).toMatchObject({
      source: 'passages',
      note: 'no-consent',
    })
  })

  it('the last chat requested twice at the same moment is counted once, and the other is refused', async () => {
    await spend(19)
    const member = await createMember(test.db, owner, ROLE.member)
    const chats = [await startChat(test, { folder }, owner), await startChat(test, { folder }, member)]
    const send = (index: number, as: Caller) => () =>
      test.call(
        messageContract.sendChatMessage,
        { params: { chatId: chats[index]!.id }, body: { content: '課題は' } },
        as,
      )
    const { answers, waited } = await atOnce<{ status: number }>(
      test.db,
      (trx) => lockWorkspace(trx, owner.workspaceId),
      [send(0, owner), send(1, member)],
    )
    expect(waited).toBe(2)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(await countedChats(test, owner)).toEqual([19, 1])
  })

  it('CHAT-14 answers one of two simultaneous questions to a chat and refuses the other', async () => {
    const chat = await startChat(test, { folder }, owner)
    const send = () =>
      test.call(messageContract.sendChatMessage, { params: { chatId: chat.id }, body: { content: '課題は' } }, owner)
    const { answers, waited } = await atOnce<Awaited<ReturnType<typeof send>>>(
      test.db,
      (trx) => lockChat(trx, owner, chat.id),
      [send, send],
    )
    expect(waited).toBe(2)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toEqual({ error: 'E_CONFLICT', reason: 'processing' })
    expect(await countedChats(test, owner)).toEqual([1])
  })

  it('a guest counts in the workspace', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, file, guest, ROLE.viewer)
    const { answer } = await ask(test, { folder }, guest)
    await test.settle()
    expect(await messageOf(answer, guest)).toMatchObject({ source: 'model', error: null })
    expect(await countedChats(test, owner)).toEqual([1])
  })
})

describe('consent', () => {
  it('nothing is sent before the owner agreed', async () => {
    await test.db.deleteFrom('provider_consents').execute()
    const { answer } = await ask(test, { folder }, owner)
    await test.settle()
    expect(await messageOf(answer)).toMatchObject({ source: 'passages', note: 'no-consent', model: null })
    expect(models.requests).toEqual([])
    expect(await countedChats(test, owner)).toEqual([])
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
})

it('ACC-08 the chosen model takes effect with the next question', async () => {
  await chooseModelFor(test, owner.id, 'claude3_haiku')
  const { answer } = await ask(test, { folder }, owner)
  await test.settle()
  expect(await messageOf(answer)).toMatchObject({ model: 'claude3_haiku' })
  expect(models.requests).toMatchObject([{ provider: 'anthropic' }])
})
