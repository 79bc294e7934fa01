import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { composeAnswer, type Part } from './compose-answer.ts'
import { finishAnswer } from './end-answer.ts'
import { publishChats } from './publish-chats.ts'
import { insertChat } from './store/chats.ts'
import { claimAnswer, insertQuestionAndAnswer, updateReadFiles } from './store/messages.ts'

interface Quoted {
  block: Pick<EditableBlock, 'uuid' | 'content' | 'terms' | 'start_time'>
  /** Literal text of the block. */
  quote: string
}

interface FinishedChat {
  file: { id: number; project_id: number }
  question: string
  parts: readonly { text: string; quotes: readonly Quoted[] }[]
}

/** A chat about one file with a question and its answer, which no model wrote and which is not counted. */
export async function addFinishedChat(trx: Trx, actor: Actor, { file, question, parts }: FinishedChat): Promise<void> {
  const chatId = await insertChat(trx, {
    workspace_id: actor.workspaceId as number,
    owner_id: actor.id,
    project_id: file.project_id,
    title: question,
    template_id: null,
    fileIds: [file.id],
    speakerIds: [],
  })
  const asked = { chat_id: chatId, user_id: actor.id, content: question, template_id: null }
  const plan = { source: 'passages', note: null, model: null, host: null, locale: actor.locale } as const
  const inserted = await insertQuestionAndAnswer(trx, asked, plan)
  const answer = inserted && (await claimAnswer(trx, { ...inserted.answer, waits: true }))
  if (!answer) return
  await updateReadFiles(trx, answer, { fileIds: [file.id], waits: true })
  const composed = composeAnswer(
    parts.map(({ text, quotes }): Part => ({
      text,
      quotes: quotes.map(({ block, quote }) => {
        const start = block.content.indexOf(quote)
        const time = passageTime(block, start, start + quote.length)
        return { file_id: file.id, block_uuid: block.uuid, quote, time }
      }),
    })),
  )
  await finishAnswer(trx, answer, { status: 'done', ...composed })
  await publishChats(trx, { owner_id: actor.id, project_id: file.project_id })
}
