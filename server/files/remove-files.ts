import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { sql } from 'kysely'
import { publish } from '../platform/events/publish.ts'
import type { Trx } from '../platform/database/database.ts'
import { releaseStorage } from '../billing/record.ts'
import { findPartialReaders } from '../tree/store/readers.ts'

/**
 * Maximum number of ids in one event. Hosted services accept messages of at most 10 kB, and an event handler should
 * not need a long transaction.
 */
const IDS_PER_EVENT = 500

function* inBatches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += IDS_PER_EVENT) yield all.slice(start, start + IDS_PER_EVENT)
}

/** A file that is about to be deleted. */
export type DoomedFile = { id: number; item_id: number; project_id: number; video_id: string }

/**
 * Publishes that these files were deleted. Guests who see a part of the folder get the event for a single file that they
 * see, but not a list, which could contain ids of other files: for them, the change of their rights is published.
 */
export const publishDeleted = async (trx: Trx, files: readonly Pick<DoomedFile, 'id' | 'project_id'>[]) => {
  const [first] = files
  const guests =
    first && files.length === 1
      ? await findPartialReaders(trx, sql`select item_id from files where files.id = ${first.id}`)
      : []
  for (const [projectId, own] of Map.groupBy(files, ({ project_id }) => project_id))
    for (const some of inBatches(own))
      await publish(trx, {
        type: 'files.deleted',
        data: { project_file_ids: some.map(({ id }) => id) },
        channels: [folderChannel(projectId), ...guests.map(userChannel)],
      })
}

/**
 * Deletes files permanently with all dependent rows and releases their storage. Late writes of running jobs find no
 * row. Stored media is removed after the commit.
 */
export const eraseFiles = async (trx: Trx, files: readonly DoomedFile[], userId: number | null): Promise<void> => {
  if (files.length === 0) return
  const ids = files.map(({ id }) => id)
  // Waits for transactions that still count storage for one of the files (the last byte of an upload, a media pass).
  // Arrays, because a folder may contain more files than a statement may have parameters.
  await sql`select id from files where id = any(${ids}::integer[]) order by id for update`.execute(trx)
  await releaseStorage(trx, ids, userId)
  await sql`delete from files where id = any(${ids}::integer[])`.execute(trx)
  await sql`delete from items where id = any(${files.map(({ item_id }) => item_id)}::integer[])`.execute(trx)
  for (const some of inBatches(files))
    await publish(trx, { type: 'media.orphaned', data: { video_ids: some.map(({ video_id }) => video_id) } })
}

/**
 * Deletes visible files permanently, without the trash, because incomplete uploads cannot be restored. Publishes the
 * deletion.
 */
export const removeFiles = async (trx: Trx, files: readonly DoomedFile[], userId: number): Promise<void> => {
  await publishDeleted(trx, files)
  await eraseFiles(trx, files, userId)
}
