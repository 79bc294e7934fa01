import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { visibleItems } from '../tree/store/access.ts'
import { DEMO, SAMPLE } from './sample-media.ts'

/** Key of the advisory lock. */
const LOCK = 7_315_001

/** Waits until no other process creates the sample, and keeps them waiting until the end of the transaction. */
export async function lockSample(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

/** The unfinished work of an earlier start: null before the first start, no upload if everything is done. */
export async function findPending(trx: Trx): Promise<{ uploadId: number | null; videoId: string } | null> {
  const demo = await trx.selectFrom('users').select('id').where('email', '=', DEMO.email).executeTakeFirst()
  if (!demo) return null
  const upload = await trx
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .select(['uploads.id', 'files.video_id'])
    .where('uploads.created_by', '=', demo.id)
    .where('uploads.completed_at', 'is', null)
    .where('files.engine', '=', SAMPLE.engine)
    .executeTakeFirst()
  return { uploadId: upload?.id ?? null, videoId: upload?.video_id ?? '' }
}

/** Whether the user is the one of the sample account. */
export async function isDemo(trx: Trx, userId: number): Promise<boolean> {
  const row = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email === DEMO.email
}

/** A sample recording that the actor sees and whose bytes were not stored, because a process was killed or a disk full. */
export function findUnsentSample(trx: Trx, actor: Actor) {
  return trx
    .selectFrom('files')
    .innerJoin(visibleItems(trx, actor).as('item'), 'item.id', 'files.item_id')
    .innerJoin('uploads', 'uploads.file_id', 'files.id')
    .select(['files.id as fileId', 'files.video_id as videoId', 'uploads.id as uploadId'])
    .where('files.workspace_id', '=', actor.workspaceId)
    .where('files.engine', '=', SAMPLE.engine)
    .where('item.role', 'is not', null)
    .where('uploads.completed_at', 'is', null)
    .orderBy('files.id')
    .executeTakeFirst()
}

export interface Sample {
  /** The user who added the sample. */
  userId: number
  transcriptId: number
}

/** A sample with its transcript; null for another file, or when its creator is no longer a member of the workspace. */
export async function findSample(trx: Trx, fileId: number): Promise<Sample | null> {
  const row = await trx
    .selectFrom('files')
    .innerJoin('transcripts', 'transcripts.file_id', 'files.id')
    .innerJoin('workspace_members as member', (join) =>
      join.onRef('member.user_id', '=', 'files.created_by').onRef('member.workspace_id', '=', 'files.workspace_id'),
    )
    .select(['member.user_id as userId', 'transcripts.id as transcriptId'])
    .where('files.id', '=', fileId)
    .where('files.engine', '=', SAMPLE.engine)
    .executeTakeFirst()
  return row ?? null
}
