// Reads the file of a summary with the rights of today.
import type { FileStatus } from '@kaiwa/contract/files.ts'
import { sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { CoveredFile } from '../../assistant/store/covered.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { visibleItems } from '../../tree/store/access.ts'
import { shownName } from '../../tree/store/shown-name.ts'

/** A file that the actor sees, with its transcript if it has one. */
export async function findSummaryFile(db: Db | Trx, actor: Actor, fileId: number) {
  const row = await db
    .selectFrom(visibleItems(db, actor).as('item'))
    .innerJoin('files as file', 'file.item_id', 'item.id')
    .leftJoin('transcripts as transcript', 'transcript.file_id', 'file.id')
    .select([
      'item.is_project',
      'item.depth',
      'item.role',
      'file.id',
      'file.project_id',
      'file.workspace_id',
      'file.status',
      'file.created_at',
      'transcript.id as transcript_id',
      'transcript.language',
      shownName(actor, 'file', 'title').as('title'),
      sql<number>`coalesce(transcript.text_length, 0)`.as('text_length'),
    ])
    .where('file.id', '=', fileId)
    .executeTakeFirst()
  return row && { ...row, status: row.status as FileStatus }
}

export type SummaryFile = NonNullable<Awaited<ReturnType<typeof findSummaryFile>>>

/** The file as the assistant reads it; null before it has a finished transcript with text. */
export function readableFile({ transcript_id, ...file }: SummaryFile): CoveredFile | null {
  return file.status === 'processed' && transcript_id !== null && file.text_length > 0
    ? { ...file, transcript_id }
    : null
}

/**
 * Who generates the summary of a new recording: the person who uploaded it, and the owner of the workspace. Undefined for a
 * recording of the product itself.
 */
export function findPossibleRequesters(trx: Trx, fileId: number) {
  return (
    trx
      .selectFrom('files as file')
      .innerJoin('workspaces as workspace', 'workspace.id', 'file.workspace_id')
      .select(['file.workspace_id', 'file.created_by', 'workspace.owner_id'])
      .where('file.id', '=', fileId)
      // A named engine reads the sample only.
      .where('file.engine', 'is', null)
      .executeTakeFirst()
  )
}
