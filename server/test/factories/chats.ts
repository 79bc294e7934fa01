// Recordings with given words, and chats about them.
import { sendChatMessage } from '@kaiwa/contract/chat-messages.ts'
import { createChat } from '@kaiwa/contract/chats.ts'
import type { ChatModel } from '@kaiwa/contract/chat-models.ts'
import { normalise } from '@kaiwa/language'
import { sql } from 'kysely'
import { jsonb } from '../../platform/database/jsonb.ts'
import type { ModelRequest } from '../stand-in-models.ts'
import type { TestApp } from '../open-test-app.ts'
import type { Caller } from '../test-calls.ts'
import { createFile, type TestFile, type TestFolder } from './items.ts'
import { createTranscript } from './transcripts.ts'
import type { TestOwner } from './users.ts'

export interface SpokenFile extends TestFile {
  transcriptId: number
  speakerIds: number[]
  uuids: string[]
}

/** Creates a file whose blocks have these texts. */
export async function createSpokenFile(
  { db }: Pick<TestApp, 'db'>,
  { folder, owner, title = '商談' }: { folder: TestFolder; owner: TestOwner; title?: string },
  texts: readonly string[],
): Promise<SpokenFile> {
  const file = await createFile(db, folder, { creator: owner, title })
  const { transcriptId, speakerIds } = await createTranscript(db, file, { blocks: texts.length, phrases: 1 })
  const blocks = await db
    .selectFrom('blocks')
    .select(['id', 'uuid'])
    .where('transcript_id', '=', transcriptId)
    .orderBy('position')
    .execute()
  for (const [index, { id }] of blocks.entries()) {
    const content = texts[index] as string
    await db
      .updateTable('blocks')
      .set({ content, terms: jsonb([]) })
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('block_texts')
      .set({ normal: normalise(content) })
      .where('block_id', '=', id)
      .execute()
  }
  await sql`update transcripts set text_length = ${texts.join('').length} where id = ${transcriptId}`.execute(db)
  return { ...file, transcriptId, speakerIds, uuids: blocks.map(({ uuid }) => uuid) }
}

/** The owner of the workspace agrees to the host, as through the page. */
export async function agreeTo(
  { db }: Pick<TestApp, 'db'>,
  { workspaceId, id }: TestOwner,
  host: string,
): Promise<void> {
  await db
    .insertInto('provider_consents')
    .values({ workspace_id: workspaceId, host, agreed_by: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function chooseModelFor({ db }: Pick<TestApp, 'db'>, userId: number, model: ChatModel): Promise<void> {
  await db
    .updateTable('users')
    .set({ settings: sql`settings || ${jsonb({ chat_model: model })}` })
    .where('id', '=', userId)
    .execute()
}

interface Question {
  folder: TestFolder
  files?: readonly { id: number }[]
  speakerIds?: readonly number[]
  content?: string
  templateId?: number
}

export async function startChat(
  { succeed }: Pick<TestApp, 'succeed'>,
  { folder, files = [], speakerIds = [] }: Question,
  as: Caller,
) {
  const body = { title: '質問', project_file_ids: files.map(({ id }) => id), speaker_ids: [...speakerIds] }
  return succeed(createChat, { params: { projectId: folder.projectId }, body }, as)
}

/** Starts a chat with a question; the answer is written by `settle`. */
export async function ask(test: Pick<TestApp, 'succeed'>, question: Question, as: Caller) {
  const chat = await startChat(test, question, as)
  const { messages } = await test.succeed(
    sendChatMessage,
    {
      params: { chatId: chat.id },
      body: { content: question.content ?? '課題は何ですか', template_id: question.templateId ?? null },
    },
    as,
  )
  const [asked, answer] = messages
  return { chat, question: asked!, answer: answer! }
}

export interface PromptBlock {
  block: string
  text: string
  speaker?: string
}

/** The blocks that a model was sent. */
export function blocksIn({ prompt }: Pick<ModelRequest, 'prompt'>): PromptBlock[] {
  return prompt.split('\n').flatMap((line) => (line.startsWith('{"block"') ? [JSON.parse(line) as PromptBlock] : []))
}

interface Said {
  text: string
  quotes?: readonly { block: string; quote: string }[]
}

/** The JSON of an answer. */
export function answerJson(...statements: readonly Said[]): string {
  return JSON.stringify({ statements: statements.map(({ text, quotes = [] }) => ({ text, quotes })) })
}
