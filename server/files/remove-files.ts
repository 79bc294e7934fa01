import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { publish } from '../platform/store/outbox.ts'
import type { Trx } from '../platform/database/database.ts'
import { releaseStorage } from '../billing/record-usage.ts'
import { deleteItems } from '../tree/store/items.ts'
import { findPartialReadersOfFile } from '../tree/store/readers.ts'
import { deleteFileRows, type FileRef, lockFiles } from './store/files.ts'

/**
 * Maximum number of ids in one event. Hosted services accept messages of at most 10 kB, and an event handler should
 * not need a long transaction.
 */
const IDS_PER_EVENT = 500

function* inBatches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += IDS_PER_EVENT) yield all.slice(start, start + IDS_PER_EVENT)
}

/**
 * Publishes that these files were deleted. Guests who see a part of the folder get the event for a single file that they
 * see, but not a list, which could contain ids of other files: for them, the change of their rights is published.
 */
export async function publishDeleted(trx: Trx, files: readonly Pick<FileRef, 'id' | 'project_id'>[]) {
  const [first] = files
  const guests = first && files.length === 1 ? await findPartialReadersOfFile(trx, first.id) : []
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
export async function eraseFiles(trx: Trx, files: readonly FileRef[], userId: number | null): Promise<void> {
  if (files.length === 0) return
  const ids = files.map(({ id }) => id)
  // Waits for transactions that still count storage for one of the files (the last byte of an upload, a media pass).
  await lockFiles(trx, ids)
  await releaseStorage(trx, ids, userId)
  await deleteFileRows(trx, ids)
  await deleteItems(
    trx,
    files.map(({ item_id }) => item_id),
  )
  for (const some of inBatches(files))
    await publish(trx, { type: 'media.orphaned', data: { video_ids: some.map(({ video_id }) => video_id) } })
}

/**
 * Deletes visible files permanently, without the trash, because incomplete uploads cannot be restored. Publishes the
 * deletion.
 */
export async function removeFiles(trx: Trx, files: readonly FileRef[], userId: number): Promise<void> {
  await publishDeleted(trx, files)
  await eraseFiles(trx, files, userId)
}
