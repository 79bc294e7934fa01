import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Db } from '../platform/database/database.ts'
import { fileOrderBy } from '../files/store/order.ts'
import { listFolders } from '../files/folder-rows.ts'
import type { ItemRow } from '../tree/store/items.ts'
import type { FolderPage, FolderSearch } from '../files/extension-points.ts'
import type { Reader } from '../files/reader.ts'
import { searchFiles } from './search-files.ts'
import { countFolders, namedFoldersBelow } from './store/find-files.ts'

/**
 * One page of the items below a folder that match the words: folders by name, then files by title or transcript.
 * Counting all files would cost more than finding the first ones, so `last_page` is the next page as long as there is
 * one.
 */
export async function searchFolder(
  db: Db,
  reader: Reader,
  folder: ItemRow,
  { words, page, order }: FolderSearch,
): Promise<FolderPage> {
  const named = namedFoldersBelow(db, reader.actor, folder, words)
  const count = await countFolders(db, named)
  const size = LIMITS.filesPerPage
  const offset = (page - 1) * size
  const foldersHere = Math.max(0, Math.min(size, count - offset))
  const [folders, files] = await Promise.all([
    listFolders(db, reader.actor, named, { order, offset, limit: foldersHere }),
    searchFiles(db, reader, {
      below: folder.path,
      words,
      order: fileOrderBy(reader.actor, order),
      offset: Math.max(0, offset - count),
      limit: size - foldersHere + 1,
    }),
  ])
  const all: FileTableRow[] = [...folders, ...files]
  const data = all.slice(0, size)
  return { data, current_page: page, last_page: all.length > size ? page + 1 : data.length > 0 ? page : 1 }
}
