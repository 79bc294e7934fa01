import type { HomeFile } from '@kaiwa/contract/home.ts'
import type { FileRow } from '@kaiwa/contract/workspace.ts'
import { presentFileRow } from '../files/present-file.ts'
import type { Reader } from '../files/reader.ts'
import type { Db } from '../platform/database/database.ts'
import { planGramQuery } from './grams.ts'
import { presentHits } from './present-hit.ts'
import { type FileSearch, findFiles } from './store/find-files.ts'
import { findFilesWithBlocks } from './store/hits.ts'

type FoundFile = FileRow & Pick<HomeFile, 'folder'>

/**
 * One page of files below a folder that contain the words, each with its folder and its first hits as `metadata`.
 * Visibility is checked in each statement, so files that the reader lost access to in between are missing.
 */
export async function searchFiles(
  db: Db,
  reader: Reader,
  search: Omit<FileSearch, 'actor' | 'wanted'>,
): Promise<FoundFile[]> {
  const { actor } = reader
  const found = await findFiles(db, { ...search, actor, wanted: await planGramQuery(db, search.words) })
  if (found.length === 0) return []
  const rows = await findFilesWithBlocks(db, actor, {
    fileIds: found.map(({ file_id: id }) => id),
    blockIds: found.flatMap(({ block_ids: ids }) => ids),
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const files: FoundFile[] = []
  for (const { file_id: id, total } of found) {
    const row = byId.get(id)
    if (!row) continue
    const hits = await presentHits(row.hits ?? [], row.title, search.words)
    const last = hits.length - 1
    const metadata = hits.map((hit, index) => (index === last ? { ...hit, remain: total - hits.length } : hit))
    files.push({ ...presentFileRow(row, reader), folder: { id: row.project_id, name: row.folder_name }, metadata })
  }
  return files
}
