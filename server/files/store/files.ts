// The table `files`: the row of a recording, with the state of its transcript, processing and upload.
import type { FailedReason, FileNote, FileStatus, SpokenLanguage } from '@kaiwa/contract/files.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import { type PersonRow, personAt } from '../../accounts/person.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type VisibleItems, visibleItems } from '../../tree/store/access.ts'
import { keyAfterRename, type NameReader, shownName } from '../../tree/store/shown-name.ts'
import { selectFileItems } from '../../tree/store/trashed-items.ts'
import type { EffectiveRole } from '../../tree/policy.ts'

/** The detected language of a recording without speech. */
export const UNDETERMINED = 'und'

/** A file with all columns that its presentation needs. Sizes are in bytes, times in seconds. */
export interface FileRow {
  id: number
  item_id: number
  project_id: number
  depth: number
  is_project: boolean
  role: EffectiveRole | null
  title: string
  file_name: string
  video_id: string
  is_audio: boolean
  is_recording: boolean
  status: FileStatus
  failed_reason: FailedReason | null
  note: FileNote | null
  language: SpokenLanguage
  /** The detected language; `und` without speech; null before the detection and for an explicit language. */
  spoken_language: string | null
  num_speaker: number | null
  duration: number
  original_size: number
  derived_size: number
  is_original_playable: boolean
  is_playable: boolean
  thumbnail_count: number
  has_thumbnail: boolean
  transcript_started_at: Date | null
  estimate_completed_at: Date | null
  progress_share: number
  progress_at: Date | null
  created_at: Date
  last_updated_at: Date
  last_updated_by: PersonRow | null
  transcript_id: number | null
  transcript_status: 'created' | 'waiting' | 'processing' | 'completed' | 'failed' | 'canceled' | null
  block_count: number
  /** Text of all blocks in UTF-16 code units; null without a transcript. */
  text_length: number | null
  is_edited: boolean
  upload: { id: number; uuid: string; received: number; active_at: number; expired_at: number } | null
  /** The deal that the file is registered with, as `crm` stores it. */
  deal_id: string | null
  deal_name: string | null
  deal_portal_id: string | null
  /** HubSpot accepts the tokens of its portal. */
  is_deal_reachable: boolean
}

const columns = [
  'file.id',
  'file.item_id',
  'file.project_id',
  'file.file_name',
  'file.video_id',
  'file.is_audio',
  'file.is_recording',
  'file.status',
  'file.failed_reason',
  'file.note',
  'file.language',
  'file.spoken_language',
  'file.num_speaker',
  'file.duration',
  'file.original_size',
  'file.derived_size',
  'file.is_original_playable',
  'file.is_playable',
  'file.thumbnail_count',
  'file.has_thumbnail',
  'file.transcript_started_at',
  'file.estimate_completed_at',
  'file.progress_share',
  'file.progress_at',
  'file.created_at',
  'file.last_updated_at',
] as const

/** Selects the files that the actor sees, or those among `items`. */
export function fileRows(db: Db | Trx, actor: Actor, items: VisibleItems = visibleItems(db, actor)) {
  return db
    .selectFrom(items.as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .leftJoin('transcripts', 'transcripts.file_id', 'file.id')
    .leftJoin('crm_deals as deal', 'deal.file_id', 'file.id')
    .leftJoin('crm_connections as portal', (join) =>
      join
        .onRef('portal.workspace_id', '=', 'deal.workspace_id')
        .onRef('portal.portal_id', '=', 'deal.portal_id')
        .on('portal.problem', 'is', null),
    )
    .select(columns)
    .select(['deal.deal_id', 'deal.deal_name', 'deal.portal_id as deal_portal_id'])
    .select(sql<boolean>`portal.workspace_id is not null`.as('is_deal_reachable'))
    .select([
      shownName(actor, 'file', 'title').as('title'),
      'item.depth',
      'item.is_project',
      'item.role',
      'transcripts.id as transcript_id',
      'transcripts.status as transcript_status',
      'transcripts.text_length',
      personAt('file.last_updated_by').as('last_updated_by'),
      // The number of blocks; before the transcript is complete, the number of chunks with recognised words.
      sql<number>`case when transcripts.status = 'completed'
        then transcripts.block_count
        else (select count(*) from speech_chunks chunk
          where chunk.file_id = file.id and chunk.status = 'recognised' and jsonb_array_length(chunk.words) > 0)
        end`.as('block_count'),
      sql<boolean>`exists (select from transcript_revisions edit
        where edit.transcript_id = transcripts.id and edit.kind <> 'analysis')`.as('is_edited'),
      sql<FileRow['upload']>`(
        select json_build_object('id', upload.id, 'uuid', upload.uuid, 'received', upload.received,
          -- Each byte that arrives renews the reservation.
          'active_at', extract(epoch from greatest(upload.created_at,
            upload.reserved_until - make_interval(hours => ${LIMITS.uploadReservationHours})))::float8,
          'expired_at', extract(epoch from upload.expires_at)::integer)
        from uploads upload where upload.file_id = file.id and upload.completed_at is null)`.as('upload'),
    ])
    .$castTo<FileRow>()
}

/** Returns a visible file. Refuses with E_NOT_FOUND; with a `projectId` also if the file is in another folder. */
export async function findFile(db: Db | Trx, actor: Actor, fileId: number, projectId?: number): Promise<FileRow> {
  const row = await fileRows(db, actor)
    .where('file.id', '=', fileId)
    .$if(projectId !== undefined, (query) => query.where('file.project_id', '=', projectId as number))
    .executeTakeFirst()
  if (!row) throw new Refusal('E_NOT_FOUND')
  return row
}

/** Returns those of these files that the actor sees; with a `projectId` only files of this folder. */
export function findVisibleFiles(
  db: Db | Trx,
  actor: Actor,
  which: { ids: readonly number[]; projectId?: number | undefined } | { itemIds: readonly number[] },
): Promise<FileRow[]> {
  const rows = fileRows(db, actor)
  if ('itemIds' in which) return rows.where('file.item_id', 'in', which.itemIds).execute()
  const { ids, projectId } = which
  return rows
    .where('file.id', 'in', ids)
    .$if(projectId !== undefined, (query) => query.where('file.project_id', '=', projectId as number))
    .execute()
}

/** Whether the actor sees the file. */
export async function isFileVisible(db: Db, actor: Actor, id: number): Promise<boolean> {
  const row = await visibleItems(db, actor)
    .where('items.id', '=', (eb) => eb.selectFrom('files').select('item_id').where('id', '=', id))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the file's row to the end of the transaction, so that concurrent state changes wait; false if it is deleted.
 * Call it before reading the file.
 */
export async function lockFile(trx: Trx, fileId: number): Promise<boolean> {
  const row = await trx.selectFrom('files').select('id').where('id', '=', fileId).forUpdate().executeTakeFirst()
  return row !== undefined
}

// Arrays in the following statements, because a folder may contain more files than a statement may have parameters.

/** Locks these rows in the order of their ids. */
export async function lockFiles(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`select id from files where id = any(${[...ids]}::integer[]) order by id for update`.execute(trx)
}

/** Identifies a file, its folder and its stored media. */
export interface FileRef {
  id: number
  item_id: number
  project_id: number
  video_id: string
}

/** Locks and returns the files among and below these items. Waits for transactions that still write to one of them. */
export async function lockFilesBelow(trx: Trx, itemIds: readonly number[]): Promise<(FileRef & { status: string })[]> {
  const { rows } = await sql<FileRef & { status: string }>`
    select files.id, files.item_id, files.project_id, files.video_id, files.status from files
    where files.item_id in (${selectFileItems(itemIds)})
    order by files.id for update`.execute(trx)
  return rows
}

/** At most `limit` files among and below these items of the trash. */
export function findTrashedFiles(trx: Trx, itemIds: readonly number[], limit: number): Promise<FileRef[]> {
  return trx
    .selectFrom('files')
    .innerJoin('items', 'items.id', 'files.item_id')
    .select(['files.id', 'files.item_id', 'files.project_id', 'files.video_id'])
    .where('items.trash_id', 'in', itemIds)
    .limit(limit)
    .execute()
}

/** Stores the root as the folder of these files, given by their item ids. */
export async function updateFolderToRoot(trx: Trx, itemIds: readonly number[], workspaceId: number): Promise<void> {
  await sql`
    update files set project_id = projects.id from projects join items root on root.id = projects.item_id
    where root.workspace_id = ${workspaceId} and root.parent_id is null and root.trash_id is null
      and files.item_id = any(${[...itemIds]}::integer[])
  `.execute(trx)
}

/** Deletes these rows with all rows that depend on them, but not their items. */
export async function deleteFileRows(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`delete from files where id = any(${[...ids]}::integer[])`.execute(trx)
}

/** The columns of a new recording. Processing replaces what it measures: duration, size, kind. */
type NewFile = Pick<
  FileRow,
  | 'item_id'
  | 'project_id'
  | 'title'
  | 'file_name'
  | 'video_id'
  | 'is_audio'
  | 'is_recording'
  | 'language'
  | 'num_speaker'
  | 'duration'
  | 'original_size'
> & { workspace_id: number; engine: string | null; created_by: number; name_key: string | null }

/** Inserts the file of an item that was inserted before, in state `waiting`. Returns its id. */
export async function insertFile(trx: Trx, file: NewFile): Promise<number> {
  const { id } = await trx
    .insertInto('files')
    .values({ ...file, last_updated_by: file.created_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Statement that records who changed the content of a file, for use as a part of another statement. */
export function touchFile(fileId: number, userId: number | null): RawBuilder<unknown> {
  return sql`update files set last_updated_by = ${userId}, last_updated_at = now() where id = ${fileId}`
}

/** `findWorkspaceIdOfFile` for a file that may be deleted. */
export async function findWorkspaceOfFile(trx: Trx, fileId: number): Promise<number | undefined> {
  const row = await trx.selectFrom('files').select('workspace_id').where('id', '=', fileId).executeTakeFirst()
  return row?.workspace_id
}

export async function findWorkspaceIdOfFile(trx: Trx, fileId: number): Promise<number> {
  const { workspace_id } = await trx
    .selectFrom('files')
    .select('workspace_id')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  return workspace_id
}

/** Statement that selects the item of a file. */
export function selectItemOfFile(fileId: number): RawBuilder<unknown> {
  return sql`select item_id from files where id = ${fileId}`
}

export async function updateTitle(
  trx: Trx,
  by: NameReader & { id: number },
  { fileId, title }: { fileId: number; title: string },
): Promise<void> {
  await trx
    .updateTable('files')
    .set({
      title,
      name_key: keyAfterRename(by, 'files', { name: title, column: 'title' }),
      last_updated_by: by.id,
      last_updated_at: sql`now()`,
    })
    .where('id', '=', fileId)
    .execute()
}

/** Stores the new folder of files, given by their item ids. */
export async function updateFolderOfFiles(trx: Trx, itemIds: readonly number[], projectId: number): Promise<void> {
  await trx.updateTable('files').set({ project_id: projectId }).where('item_id', 'in', itemIds).execute()
}
