import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { createContext } from 'react'
import type { Choice } from './selection.ts'

/** What the rows of a folder's table share. */
export type Table = {
  /** The folder's item id. */
  folderId: number
  /** The rows that are selected now. */
  rows: () => readonly FileTableRow[]
  onChoose: (itemId: number, choice: Choice) => void
  onChooseAll: () => void
  onClear: () => void
  /** Asks where these rows shall go. */
  onMove: (rows: readonly FileTableRow[]) => void
}

export const TableContext = createContext<Table>({
  folderId: 0,
  rows: () => [],
  onChoose: () => undefined,
  onChooseAll: () => undefined,
  onClear: () => undefined,
  onMove: () => undefined,
})
