import type { FileAbilities } from '@kaiwa/contract/files.ts'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import type { Db } from '../platform/database/database.ts'
import { extensionPoint } from '../platform/extension-point.ts'
import type { Decision, Subject } from '../tree/policy.ts'
import type { ItemRow } from '../tree/store/items.ts'
import type { FileState } from './policy.ts'
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

type RuleName = Exclude<keyof FileAbilities, 'open' | 'rename' | 'move' | 'delete'>

/** The rules of higher domains about a file, by the ability that the reader receives. */
export const fileRules =
  extensionPoint<Record<RuleName, (item: Subject, file: FileState) => Decision>>('rules about files')
