import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { createContext } from 'react'
import type { Choice } from './selection.ts'

/** Shared by the rows of a folder's table. */
export interface Table {
  /** The folder's item id. */
  folderId: number
  /** The currently selected rows. */
  rows: () => readonly FileTableRow[]
  onChoose: (itemId: number, choice: Choice) => void
  onChooseAll: () => void
  onClear: () => void
  /** Opens the move dialog for these rows. */
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
