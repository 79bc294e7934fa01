// Processes of the program that are killed with SIGKILL while an answer is asked for or written.
import { sendChatMessage } from '@kaiwa/contract/chat-messages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { lockWorkspace } from '../billing/store/usage.ts'
import {
  type AssistantFixture,
  type AssistantWorkspace,
  countedChats,
  openAssistantFixture,
  quoting,
  readAnswer,
} from '../test/factories/assistant-fixture.ts'
import { ask, startChat } from '../test/factories/chats.ts'
import { type ProgramProcess, startApiProcess, startWorkerProcess } from '../test/program-process.ts'
import { remoteCalls } from '../test/remote-calls.ts'
import { type ModelRequest, type Reply, standInEnvironment } from '../test/stand-in-models.ts'

const TEXT = '課題は議事録の作成です。'
const quotingText = quoting('議事録の作成', TEXT.repeat(4))
/** Streams the first piece, and the others never. */
function stalled(request: ModelRequest): Reply {
  return { ...quotingText(request), pieceLength: 60, waitFor: new Promise(() => {}) }
}

const WAIT = { timeout: 60_000, interval: 50 }

let assistant: AssistantFixture
let workspace: AssistantWorkspace
let environment: Record<string, string>
const processes: ProgramProcess[] = []

beforeAll(async () => {
  // Scheduler of the installation: it detects the missing heartbeats of a killed worker.
  assistant = await openAssistantFixture({ roles: ['scheduler'] })
  const { test, models } = assistant
  environment = {
    ...standInEnvironment(models.url),
    DATABASE_URL: test.databaseUrl,
    KAIWA_DATA: test.dataFolder,
    KAIWA_SECRET: test.app.config.secret,
  }
})
beforeEach(async () => {
  await assistant.reset()
  workspace = await assistant.createWorkspace([`現在の${TEXT}`])
})
afterAll(async () => {
  for (const one of processes) await one.kill()
  await assistant.close()
})

async function start<P extends ProgramProcess>(
  startProcess: (environment: Record<string, string>) => Promise<P>,
): Promise<P> {
  const started = await startProcess(environment)
  processes.push(started)
  return started
}

type Answer = Parameters<typeof readAnswer>[1]

function read(answer: Answer) {
  return readAnswer(assistant.test, answer, workspace.owner)
}

function untilTextArrives(answer: Answer) {
  return vi.waitFor(async () => expect((await read(answer)).message.content).toContain('課題'), WAIT)
}

function untilEnded(answer: Answer) {
  return vi.waitFor(async () => {
    const { message, is_processing } = await read(answer)
    expect([message.is_writing, is_processing]).toEqual([false, false])
    return message
  }, WAIT)
}

/** How many times the end of this answer was published. */
async function countEnds({ id }: Answer): Promise<number> {
  const { rows } = await sql<{ data: { message_id: number; is_processing: boolean } }>`
    select data from events where type = 'chat.has_message'
  `.execute(assistant.test.db)
  return rows.filter(({ data }) => data.message_id === id && !data.is_processing).length
}

it('answers whose worker is killed are written by the next one from the beginning, and counted or returned once', async () => {
  const { test, models, replyWith } = assistant
  const { owner, folder } = workspace
  replyWith(stalled)
  const worker = await start(startWorkerProcess)
  const { answer } = await ask(test, { folder }, owner)
  const { answer: failing } = await ask(test, { folder, content: 'この課題は失敗する' }, owner)
  await Promise.all([untilTextArrives(answer), untilTextArrives(failing)])
  await worker.kill()
  expect(await read(answer)).toMatchObject({ is_processing: true, message: { is_writing: true } })
  replyWith((request) => (request.prompt.includes('失敗') ? { status: 500, body: {} } : quotingText(request)))
  const next = await start(startWorkerProcess)
  expect(await untilEnded(answer)).toMatchObject({ content: TEXT.repeat(4), error: null, citations: [{ number: 1 }] })
  expect(await untilEnded(failing)).toMatchObject({ content: '', error: 'server-error' })
  // One request of each worker for each answer.
  expect(models.requests).toHaveLength(4)
  expect(await countedChats(test, owner)).toEqual([1, 1, -1])
  await next.stop()
  expect([await countEnds(answer), await countEnds(failing)]).toEqual([1, 1])
}, 180_000)

it('an answer continues when the api process that took the question is killed, and the next one shows it', async () => {
  const { test, models, replyWith } = assistant
  const { owner, folder } = workspace
  const gate = Promise.withResolvers<void>()
  replyWith((request) => ({ ...quotingText(request), pieceLength: 60, waitFor: gate.promise }))
  const worker = await start(startWorkerProcess)
  const api = await start(startApiProcess)
  const { answer } = await ask({ succeed: remoteCalls(api.url) }, { folder }, owner)
  await untilTextArrives(answer)
  await api.kill()
  gate.resolve()
  await untilEnded(answer)
  const next = await start(startApiProcess)
  const { message } = await readAnswer({ succeed: remoteCalls(next.url) }, answer, owner)
  expect(message).toMatchObject({ content: TEXT.repeat(4), error: null, is_writing: false })
  expect(models.requests).toHaveLength(1)
  expect(await countedChats(test, owner)).toEqual([1])
  await Promise.all([worker.stop(), next.stop()])
}, 180_000)

it('a question whose api process is killed before its commit is not stored and not counted', async () => {
  const { test, models, replyWith } = assistant
  const { owner, folder } = workspace
  replyWith(quotingText)
  const chat = await startChat(test, { folder }, owner)
  const question = { params: { chatId: chat.id }, body: { content: '課題は何ですか' } }
  const api = await start(startApiProcess)
  // The question waits for this lock when its process is killed.
  await test.db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, owner.workspaceId)
    const sending = remoteCalls(api.url)(sendChatMessage, question, owner).then(
      () => 'answered',
      () => 'cut off',
    )
    await vi.waitFor(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(test.db)
      expect(rows[0]?.waiting).toBe(1)
    }, WAIT)
    await api.kill()
    expect(await sending).toBe('cut off')
  })
  // PostgreSQL ends the transaction of the dead process.
  await vi.waitFor(async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::integer as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    `.execute(test.db)
    expect(rows[0]?.open).toBe(0)
  }, WAIT)
  expect(await countedChats(test, owner)).toEqual([])
  // The person sends it again.
  const worker = await start(startWorkerProcess)
  const next = await start(startApiProcess)
  const { messages } = await remoteCalls(next.url)(sendChatMessage, question, owner)
  await untilEnded(messages[1]!)
  const stored = await test.db.selectFrom('chat_messages').select('id').where('chat_id', '=', chat.id).execute()
  expect(stored).toHaveLength(2)
  expect(models.requests).toHaveLength(1)
  expect(await countedChats(test, owner)).toEqual([1])
  await Promise.all([worker.stop(), next.stop()])
}, 180_000)
