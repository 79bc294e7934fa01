import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import type { Db } from '../platform/database/database.ts'
import { extensionPoint } from '../platform/extension-point.ts'
import type { ItemRow } from '../tree/store/items.ts'
import type { FileOrder } from './store/order.ts'
import type { Reader } from './reader.ts'

export interface FolderSearch {
  words: string
  page: number
  order: FileOrder
}

export interface FolderPage {
  data: FileTableRow[]
  current_page: number
  last_page: number
}

/** Returns one page of the items below a folder that match the words. */
export const folderSearch =
  extensionPoint<(db: Db, reader: Reader, folder: ItemRow, search: FolderSearch) => Promise<FolderPage>>(
    'search in a folder',
  )
