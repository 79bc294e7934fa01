// A workspace with one of everything that has an id, for access tests.
import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { createFile, createFolder, rootOf } from './items.ts'
import { createTranscript } from './transcripts.ts'
import type { TestOwner } from './users.ts'

/** All names in it contain `mark`. */
export async function populateWorkspace(db: Db, owner: TestOwner, mark: string) {
  const folder = await createFolder(db, rootOf(owner), { creator: owner, name: `${mark}の商談` })
  const other = await createFolder(db, rootOf(owner), { creator: owner, name: `${mark}の契約` })
  const file = await createFile(db, folder, { creator: owner, title: `${mark}の訪問` })
  const recorded = { status: 'waiting', is_recording: true } as const
  const announced = await createFile(db, folder, { creator: owner, ...recorded, title: `${mark}の録音` })
  const { transcriptId, speakerIds } = await createTranscript(db, file, { blocks: 3 })
  await db
    .updateTable('speakers')
    .set({ name: `${mark}の話者` })
    .where('id', 'in', speakerIds)
    .execute()
  await db
    .updateTable('blocks')
    .set({ content: `${mark}の話`, terms: '[]' })
    .where('transcript_id', '=', transcriptId)
    .execute()
  const blocks = await db
    .selectFrom('blocks')
    .select('uuid')
    .where('transcript_id', '=', transcriptId)
    .orderBy('position')
    .execute()
  const upload = await db
    .insertInto('uploads')
    .values({
      file_id: announced.id,
      uuid: randomUUID(),
      created_by: owner.id,
      declared_size: null,
      reserved: 1_048_576,
      reserved_until: new Date(Date.now() + 3_600_000),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const category = await db
    .insertInto('tag_categories')
    .values({ workspace_id: owner.workspaceId, name: `${mark}の分類`, display_order: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tag = await db
    .insertInto('tags')
    .values({
      workspace_id: owner.workspaceId,
      tag_category_id: category.id,
      name: `${mark}の印`,
      appearance: '#FD6F2C',
      display_order: 0,
      created_by: owner.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const notification = await db
    .insertInto('notifications')
    .values({
      type: 'project-file-completed',
      topic: 'matrix',
      item_id: file.itemId,
      event_id: 0,
      user_id: owner.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const thread = await db
    .insertInto('comment_threads')
    .values({
      file_id: file.id,
      block_uuid: blocks[0]!.uuid,
      start_offset: 0,
      end_offset: 1,
      text: mark.slice(0, 1),
      quote: mark.slice(0, 1),
      time: 0,
      created_by: owner.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const comment = await db
    .insertInto('comments')
    .values({ thread_id: thread.id, author_id: owner.id, body: `${mark}の相談` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const chat = await db
    .insertInto('chats')
    .values({
      workspace_id: owner.workspaceId,
      owner_id: owner.id,
      project_id: folder.projectId,
      title: `${mark}の質問`,
      covers_folder: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('chat_files').values({ chat_id: chat.id, file_id: file.id }).execute()
  const question = await db
    .insertInto('chat_messages')
    .values({ chat_id: chat.id, user_id: owner.id, content: `${mark}は？` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const quote = { file_id: file.id, block_uuid: blocks[0]!.uuid, quote: `${mark}の話`, time: 0 }
  const answer = `${mark}の答え`
  const message = await db
    .insertInto('chat_messages')
    .values({
      chat_id: chat.id,
      question_id: question.id,
      content: answer,
      source: 'model',
      read_files: [file.id],
      statements: jsonb([{ start: 0, end: answer.length, quotes: [quote], has_invalid_quote: false }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('summaries').values({ file_id: file.id }).execute()
  const summaryItemId = randomUUID()
  const item = { id: summaryItemId, text: `${mark}の要約`, owner: null, due: null, block_uuid: null, time: null }
  const quotes = [{ block_uuid: blocks[0]!.uuid, quote: `${mark}の話`, time: 0 }]
  await db
    .insertInto('summary_parts')
    .values({
      file_id: file.id,
      part: 'overview',
      status: 'ready',
      items: jsonb([{ ...item, quotes, is_edited: false }]),
      version: 1,
      text_version: 0,
    })
    .execute()
  const generation = await db
    .insertInto('crm_generations')
    .values({
      workspace_id: owner.workspaceId,
      file_id: file.id,
      portal_id: '1',
      deal_id: '1',
      requested_by: owner.id,
      locale: 'ja',
      status: 'finished',
      properties: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    generationId: generation.id,
    folder,
    other,
    file,
    transcriptId,
    speakerIds,
    blockUuids: blocks.map(({ uuid }) => uuid),
    uploadId: upload.id,
    categoryId: category.id,
    tagId: tag.id,
    notificationId: notification.id,
    threadId: thread.id,
    commentId: comment.id,
    chatId: chat.id,
    messageId: message.id,
    summaryItemId,
  }
}
