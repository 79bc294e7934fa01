// The SQL of chats. A chat exists for its owner only, and only while they see its folder.
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/store/access.ts'
import { shownName } from '../../tree/store/shown-name.ts'

export interface ChatRow {
  id: number
  workspace_id: number
  owner_id: number
  title: string
  project_id: number
  covers_folder: boolean
  template_id: number | null
  created_at: Date
  updated_at: Date
  is_processing: boolean
  /** The chosen files that the actor sees. */
  project_files: { id: number; title: string }[]
  /** Hosts to which the workspace agreed. */
  agreed_hosts: string[]
  /** The chosen speakers, also those that the actor does not see: reading stays limited to them. */
  speakers: { id: number }[]
}

function chatRows(db: Db | Trx, actor: Actor) {
  return db
    .selectFrom('chats as chat')
    .innerJoin('projects as folder', 'folder.id', 'chat.project_id')
    .innerJoin(visibleItems(db, actor).as('item'), 'item.id', 'folder.item_id')
    .select([
      'chat.id',
      'chat.workspace_id',
      'chat.owner_id',
      'chat.title',
      'chat.project_id',
      'chat.covers_folder',
      'chat.template_id',
      'chat.created_at',
      'chat.updated_at',
      sql<boolean>`exists (select from chat_messages message
        where message.chat_id = chat.id and message.status = 'writing')`.as('is_processing'),
      sql<ChatRow['project_files']>`coalesce((
        select json_agg(json_build_object('id', file.id, 'title', ${shownName(actor, 'file', 'title')}) order by file.id)
        from chat_files chosen join files file on file.id = chosen.file_id
        join ${visibleItems(db, actor)} seen on seen.id = file.item_id
        where chosen.chat_id = chat.id), '[]')`.as('project_files'),
      sql<string[]>`array(select consent.host from provider_consents consent
        where consent.workspace_id = chat.workspace_id)`.as('agreed_hosts'),
      sql<ChatRow['speakers']>`coalesce((
        select json_agg(json_build_object('id', speaker.id) order by speaker.id)
        from chat_speakers chosen
        join speakers first on first.id = chosen.speaker_id
        join speakers speaker on speaker.id = coalesce(first.merged_into, first.id)
        where chosen.chat_id = chat.id), '[]')`.as('speakers'),
    ])
    .where('chat.owner_id', '=', actor.id)
    .where('chat.workspace_id', '=', actor.workspaceId ?? -1)
    .$castTo<ChatRow>()
}

export function findChat(db: Db | Trx, actor: Actor, chatId: number): Promise<ChatRow | undefined> {
  return chatRows(db, actor).where('chat.id', '=', chatId).executeTakeFirst()
}

export interface ChatPage {
  projectId: number
  /** Only chats about this file. */
  fileId?: number | undefined
  limit: number
  offset: number
}

/** One page of the actor's chats of a folder, last question first, with the number of all. */
export async function findChats(
  db: Db,
  actor: Actor,
  { projectId, fileId, limit, offset }: ChatPage,
): Promise<{ rows: ChatRow[]; total: number }> {
  const matching = chatRows(db, actor)
    .where('chat.project_id', '=', projectId)
    .$if(fileId !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from chat_files about where about.chat_id = chat.id and about.file_id = ${fileId})`,
      ),
    )
  const [rows, { total }] = await Promise.all([
    matching.orderBy('chat.updated_at', 'desc').orderBy('chat.id', 'desc').limit(limit).offset(offset).execute(),
    matching
      .clearSelect()
      .select(sql<number>`count(*)::integer`.as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Locks the chat to the end of the transaction; false if it is deleted or belongs to another person. */
export async function lockChat(trx: Trx, { id: ownerId }: Pick<Actor, 'id'>, chatId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('chats')
    .select('id')
    .where('id', '=', chatId)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function countChatsOf(trx: Trx, actor: Actor): Promise<number> {
  const { total } = await trx
    .selectFrom('chats')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('owner_id', '=', actor.id)
    .where('workspace_id', '=', actor.workspaceId ?? -1)
    .executeTakeFirstOrThrow()
  return total
}

interface NewChat {
  workspace_id: number
  owner_id: number
  project_id: number
  title: string
  template_id: number | null
  fileIds: readonly number[]
  speakerIds: readonly number[]
}

/** Returns the id. Without files the chat covers its folder. */
export async function insertChat(trx: Trx, { fileIds, speakerIds, ...chat }: NewChat): Promise<number> {
  const { id } = await trx
    .insertInto('chats')
    .values({ ...chat, covers_folder: fileIds.length === 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (fileIds.length > 0)
    await trx
      .insertInto('chat_files')
      .values(fileIds.map((file_id) => ({ chat_id: id, file_id })))
      .execute()
  if (speakerIds.length > 0)
    await trx
      .insertInto('chat_speakers')
      .values(speakerIds.map((speaker_id) => ({ chat_id: id, speaker_id })))
      .execute()
  return id
}

export async function findWorkspaceOfChat(trx: Trx, chatId: number): Promise<number> {
  const { workspace_id } = await trx
    .selectFrom('chats')
    .select('workspace_id')
    .where('id', '=', chatId)
    .executeTakeFirstOrThrow()
  return workspace_id
}

export async function findWorkspaceOfMessage(trx: Trx, messageId: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('chat_messages as message')
    .innerJoin('chats', 'chats.id', 'message.chat_id')
    .select('chats.workspace_id')
    .where('message.id', '=', messageId)
    .executeTakeFirst()
  return row?.workspace_id
}

export async function updateChatTitle(trx: Trx, chatId: number, title: string): Promise<void> {
  await trx.updateTable('chats').set({ title }).where('id', '=', chatId).execute()
}

export async function deleteChatRow(trx: Trx, chatId: number): Promise<void> {
  await trx.deleteFrom('chats').where('id', '=', chatId).execute()
}
