// The program with a stand-in for model providers, for tests of answers. `replyWith` decides what the model answers; each
// test makes its own workspace.
import { listChatMessages } from '@kaiwa/contract/chat-messages.ts'
import { openTestApp, type TestApp, type TestAppOptions } from '../open-test-app.ts'
import {
  type ModelRequest,
  openStandInModels,
  type Reply,
  standInEnvironment,
  type StandInModels,
} from '../stand-in-models.ts'
import type { Caller } from '../test-calls.ts'
import { agreeTo, answerJson, blocksIn, createSpokenFile, type SpokenFile } from './chats.ts'
import { createFolder, rootOf, type TestFolder } from './items.ts'
import { createOwner, type TestOwner } from './users.ts'

export interface AssistantWorkspace {
  owner: TestOwner
  folder: TestFolder
  file: SpokenFile
}

export interface AssistantFixture {
  test: TestApp
  models: StandInModels
  /** Sets the answer to each further request. */
  replyWith: (reply: (request: ModelRequest) => Reply) => void
  /** Creates a workspace that agreed to the stand-in, with one recording of these texts. */
  createWorkspace: (
    texts: readonly string[],
    options?: { title?: string; plan?: 'trial' },
  ) => Promise<AssistantWorkspace>
  /** Forgets requests and rate limits of earlier tests. */
  reset: () => Promise<void>
  close: () => Promise<void>
}

export async function openAssistantFixture(options: TestAppOptions = {}): Promise<AssistantFixture> {
  let reply: (request: ModelRequest) => Reply = () => 'hang'
  const models = await openStandInModels((request) => reply(request))
  const test = await openTestApp({ ...options, env: { ...standInEnvironment(models.url), ...options.env } })
  return {
    test,
    models,
    replyWith: (next) => void (reply = next),
    createWorkspace: async (texts, { title, plan } = {}) => {
      const owner = await createOwner(test.db, plan ? { plan } : {})
      const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
      const file = await createSpokenFile(test, { folder, owner, ...(title ? { title } : {}) }, texts)
      await agreeTo(test, owner, models.host)
      return { owner, folder, file }
    },
    reset: async () => {
      models.requests.length = 0
      await test.db.deleteFrom('rate_limits').execute()
    },
    close: async () => {
      await test.close()
      await models.close()
    },
  }
}

/** A reply of one statement that quotes the first block with these words. */
export function quoting(words: string, text = '課題は議事録の作成です。') {
  return (request: ModelRequest): { text: string } => {
    const block = blocksIn(request).find((one) => one.text.includes(words))?.block ?? 'none'
    return { text: answerJson({ text, quotes: [{ block, quote: words }] }) }
  }
}

/** The chats counted in a workspace, in order; -1 for a returned one. */
export async function countedChats({ db }: Pick<TestApp, 'db'>, { workspaceId }: TestOwner): Promise<number[]> {
  const rows = await db
    .selectFrom('usage_ledger')
    .select('amount')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'chat')
    .orderBy('id')
    .execute()
  return rows.map(({ amount }) => amount)
}

/** An answer as its reader receives it. */
export async function readAnswer(
  { succeed }: Pick<TestApp, 'succeed'>,
  { id, chat_id }: { id: number; chat_id: number },
  as: Caller,
) {
  const query = { from_id: id }
  const { messages, is_processing } = await succeed(listChatMessages, { params: { chatId: chat_id }, query }, as)
  return { message: messages[0]!, is_processing }
}
