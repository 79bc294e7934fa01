// The selected rows of a folder's table, as data and as a hook. Rows in progress, and rows that the user may neither move
// nor delete, cannot be selected; ranges skip them (PERM-17, PROC-32).
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isInProgress } from './file-stage.ts'

/** `anchor` is the start of a range. Ids are item ids. */
export interface Selection {
  ids: ReadonlySet<number>
  anchor: number | null
}

/** `one`: only this row; `toggle`: adds or removes it; `range`: all rows from the anchor to it. */
export type Choice = 'one' | 'toggle' | 'range'

export const EMPTY_SELECTION: Selection = { ids: new Set(), anchor: null }

export function isSelectable(row: FileTableRow): boolean {
  return (row.is_project || !isInProgress(row)) && (row.can.move || row.can.delete)
}

/** The kind of selection of a click with these modifier keys. */
export function choiceOf(keys: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): Choice {
  return keys.shiftKey ? 'range' : keys.ctrlKey || keys.metaKey ? 'toggle' : 'one'
}

function between(rows: readonly FileTableRow[], from: number, to: number): number[] {
  return rows
    .slice(Math.min(from, to), Math.max(from, to) + 1)
    .filter(isSelectable)
    .map((row) => row.item_id)
}

/** The selection after a click on a row. A row that cannot be selected changes nothing. */
export function select(
  { ids, anchor }: Selection,
  rows: readonly FileTableRow[],
  itemId: number,
  choice: Choice,
): Selection {
  const indexOf = (id: number | null): number => rows.findIndex((row) => row.item_id === id)
  const at = indexOf(itemId)
  const row = rows[at]
  if (!row || !isSelectable(row)) return { ids, anchor }
  const start = indexOf(anchor)
  if (choice === 'range' && start >= 0) return { ids: new Set(between(rows, start, at)), anchor }
  if (choice !== 'toggle') return { ids: new Set([itemId]), anchor: itemId }
  const next = new Set(ids)
  if (!next.delete(itemId)) next.add(itemId)
  return { ids: next, anchor: itemId }
}

/** Selects all selectable rows of the page, or clears the selection when all are selected. */
export function selectAll({ ids, anchor }: Selection, rows: readonly FileTableRow[]): Selection {
  const all = between(rows, 0, rows.length)
  return { ids: new Set(all.every((id) => ids.has(id)) ? [] : all), anchor }
}

/** The selected rows that are still shown. */
export function selectedRows({ ids }: Selection, rows: readonly FileTableRow[]): FileTableRow[] {
  return rows.filter((row) => ids.has(row.item_id) && isSelectable(row))
}

/** The effect of a key while the table has the focus: Ctrl or Cmd with A selects all, Escape clears. */
export function selectionKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): 'all' | 'none' | null {
  if (event.key === 'Escape') return 'none'
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' ? 'all' : null
}

/**
 * The selected rows of a table. When `rows` change (another page or search), rows that are still shown stay selected.
 */
export function useSelection(rows: readonly FileTableRow[]) {
  const [selection, setSelection] = useState(EMPTY_SELECTION)
  const selected = useMemo(() => selectedRows(selection, rows), [selection, rows])
  const latest = useRef({ rows, selected })
  useEffect(() => {
    latest.current = { rows, selected }
  })
  const choose = useCallback(
    (itemId: number, choice: Choice) => setSelection((current) => select(current, latest.current.rows, itemId, choice)),
    [],
  )
  const chooseAll = useCallback(() => setSelection((current) => selectAll(current, latest.current.rows)), [])
  const clear = useCallback(() => setSelection(EMPTY_SELECTION), [])
  const read = useCallback(() => latest.current.selected, [])
  return { selected, choose, chooseAll, clear, read }
}
