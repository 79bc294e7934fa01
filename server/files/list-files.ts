import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listFiles as contract } from '@kaiwa/contract/workspace.ts'
import type { Handler } from '../platform/http/route.ts'
import { folderSearch } from './extension-points.ts'
import { listFolders } from './folder-rows.ts'
import { contentOfFolder, countChildren, findFileRows } from './store/table-rows.ts'
import { findProject } from '../tree/store/items.ts'
import { presentFileRow } from './present-file.ts'
import { readerOf } from './reader.ts'

/**
 * Returns one page of a folder's table, folders first, in at most four statements for any number of rows. With a
 * search, the rows are all items below the folder that match the words.
 */
export const listFiles: Handler<typeof contract> = async ({ params, query }, context) => {
  const { actor, app } = context
  const folder = await findProject(app.db, actor, params.id)
  const words = query.query?.trim() ?? ''
  if (words !== '')
    return folderSearch.get()(app.db, readerOf(context), folder, { words, page: query.page, order: query.order_by })
  const reader = readerOf(context)
  const content = contentOfFolder(app.db, actor, folder)
  const count = await countChildren(app.db, content)
  const size = LIMITS.filesPerPage
  const offset = (query.page - 1) * size
  const foldersHere = Math.max(0, Math.min(size, count.folders - offset))
  const order = query.order_by
  const [folders, files] = await Promise.all([
    listFolders(app.db, actor, content, { order, offset, limit: foldersHere }),
    findFileRows(app.db, actor, content, {
      order,
      offset: Math.max(0, offset - count.folders),
      limit: size - foldersHere,
    }),
  ])
  return {
    data: [...folders, ...files.map((row) => presentFileRow(row, reader))],
    current_page: query.page,
    last_page: Math.max(1, Math.ceil((count.folders + count.files) / size)),
  }
}
