import type { FileStatus } from '@kaiwa/contract/files.ts'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { describe, expect, it } from 'vitest'
import { choiceOf, EMPTY_SELECTION, select, selectAll, selectedRows, selectionKey } from './selection.ts'
import type { Selection } from './selection.ts'

const can = { move: true, delete: true }

function folder(item_id: number): FileTableRow {
  return { item_id, is_project: true, can } as FileTableRow
}

function file(item_id: number, status: FileStatus = 'processed', abilities = can): FileTableRow {
  return { item_id, is_project: false, status, can: abilities } as FileTableRow
}

const rows = [folder(1), file(2), file(3, 'processing'), file(4), file(5, 'waiting'), file(6), file(7, 'uploaded')]

/** Notation: `3` is a click, `+3` a click with ctrl or cmd, `>3` with shift. The result is ids in table order. */
function after(clicks: string, table = rows, start: Selection = EMPTY_SELECTION) {
  return clicks
    .split(' ')
    .reduce(
      (selection, click) =>
        select(
          selection,
          table,
          Number(click.replace(/^\D/, '')),
          click.startsWith('+') ? 'toggle' : click.startsWith('>') ? 'range' : 'one',
        ),
      start,
    )
}

function ids(selection: Selection, table = rows) {
  return selectedRows(selection, table).map((row) => row.item_id)
}

describe('row selection', () => {
  it.each([
    ['a click selects a single row', '1 4', [4]],
    ['WS-29 shift selects all from the last click', '1 >4', [1, 2, 4]],
    ['WS-29 shift selects upwards too', '6 >2', [2, 4, 6]],
    ['WS-29 a second range starts at the same anchor', '2 >6 >4', [2, 4]],
    ['WS-29 shift without an anchor selects the row', '>4', [4]],
    ['WS-30 ctrl adds a row', '1 +4 +6', [1, 4, 6]],
    ['WS-30 ctrl removes a row', '1 +4 +4', [1]],
    ['WS-30 a range starts at the toggled row', '1 +4 >6', [4, 6]],
    ['WS-31 a file in progress cannot be selected', '3 +5 >7', []],
    ['WS-31 a range skips files in progress', '1 >7 >6', [1, 2, 4, 6]],
    ['an unknown row changes nothing', '1 9', [1]],
  ])('%s: %s', (_rule, clicks, expected) => expect(ids(after(clicks))).toEqual(expected))

  it('PERM-17 read-only rows cannot be selected', () => {
    const read = { move: false, delete: false }
    const table = [file(1, 'processed', read), file(2, 'processed', { move: false, delete: true })]
    expect(ids(after('1 +1 >2', table), table)).toEqual([2])
    expect(ids(selectAll(EMPTY_SELECTION, table), table)).toEqual([2])
  })

  it('select all toggles', () => {
    const all = selectAll(EMPTY_SELECTION, rows)
    expect(ids(all)).toEqual([1, 2, 4, 6])
    expect(ids(selectAll(all, rows))).toEqual([])
  })

  it('deleted rows and rows in progress leave the selection', () => {
    const now = [folder(1), file(2, 'processing')]
    expect(ids(after('1 >6'), now)).toEqual([1])
  })
})

it.each([
  [{}, 'one'],
  [{ shiftKey: true }, 'range'],
  [{ shiftKey: true, ctrlKey: true }, 'range'],
  [{ ctrlKey: true }, 'toggle'],
  [{ metaKey: true }, 'toggle'],
])('WS-29 WS-30 a click with %j is %s', (keys, choice) =>
  expect(choiceOf({ shiftKey: false, ctrlKey: false, metaKey: false, ...keys })).toBe(choice),
)

it.each([
  [{ key: 'a', ctrlKey: true }, 'all'],
  [{ key: 'A', metaKey: true }, 'all'],
  [{ key: 'a' }, null],
  [{ key: 'Escape' }, 'none'],
])('%j selects %s', (keys, expected) =>
  expect(selectionKey({ ctrlKey: false, metaKey: false, ...keys })).toBe(expected),
)
