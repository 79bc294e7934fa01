import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { isBelow, visibleItems } from '../tree/access.ts'
import { orderOfFiles } from '../files/list-file-rows.ts'
import { listFolders } from '../files/folder-rows.ts'
import type { ItemRow } from '../tree/item-rows.ts'
import { nameContains } from '../tree/name-search.ts'
import type { FolderPage, FolderSearch } from '../files/extension-points.ts'
import type { Reader } from '../files/reader.ts'
import { searchFiles } from './search-files.ts'

/**
 * One page of the items below a folder that match the words: folders by name, then files by title or transcript.
 * Counting all files would cost more than finding the first ones, so `last_page` is the next page as long as there is
 * one.
 */
export const searchFolder = async (
  db: Db,
  reader: Reader,
  folder: ItemRow,
  { words, page, order }: FolderSearch,
): Promise<FolderPage> => {
  const items = visibleItems(db, reader.actor)
  const named = sql<SqlBool>`
    ${isBelow(sql.ref('item.path'), sql.val(folder.path))} and ${nameContains('folder.name', words)}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${items} item join projects folder on folder.item_id = item.id where ${named}
  `.execute(db)
  const count = rows[0]?.count ?? 0
  const size = LIMITS.filesPerPage
  const offset = (page - 1) * size
  const foldersHere = Math.max(0, Math.min(size, count - offset))
  const listed = { items, folders: named, files: sql<SqlBool>`false` }
  const [folders, files] = await Promise.all([
    listFolders(db, reader.actor, listed, { order, offset, limit: foldersHere }),
    searchFiles(db, reader, {
      below: folder.path,
      words,
      order: orderOfFiles(order),
      offset: Math.max(0, offset - count),
      limit: size - foldersHere + 1,
    }),
  ])
  const all: FileTableRow[] = [...folders, ...files]
  const data = all.slice(0, size)
  return { data, current_page: page, last_page: all.length > size ? page + 1 : data.length > 0 ? page : 1 }
}
