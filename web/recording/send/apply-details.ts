import type { ProjectFile } from '@kaiwa/contract/files.ts'
import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { findFolder } from '../../tree/find-folder.ts'

/** Runs `change`. A refusal leaves the file as it is: it can be changed by hand, and nothing is lost. */
async function unlessRefused(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401) return false
    throw error
  }
}

/**
 * Renames and moves the file of a complete recording if another title or folder was chosen after the
 * upload was announced. Returns the id of the folder in which the file is.
 */
export async function applyDetails(
  file: Pick<ProjectFile, 'id' | 'item_id' | 'project_id' | 'title'>,
  { title, folderId }: RecordingDetails,
  signal: AbortSignal,
): Promise<number> {
  const wanted = title.trim()
  if (wanted !== '' && wanted !== file.title)
    await unlessRefused(() =>
      call('renameFile', { params: { projectId: file.project_id, id: file.id }, body: { title: wanted } }, { signal }),
    )
  if (folderId === file.project_id) return folderId
  const { all_items: items } = await call('getTree', {}, { signal })
  const [from, to] = [findFolder(items, file.project_id), findFolder(items, folderId)]
  if (!from || !to) return file.project_id
  const isMoved = await unlessRefused(() =>
    call(
      'moveItems',
      { params: { id: from.id, destinationId: to.id }, body: { target_item_ids: [file.item_id] } },
      { signal },
    ),
  )
  return isMoved ? folderId : file.project_id
}
