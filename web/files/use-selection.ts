import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Choice } from './selection.ts'
import { EMPTY_SELECTION, select, selectAll, selectedRows } from './selection.ts'

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
