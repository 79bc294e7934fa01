import { counting, parse, show, tidy } from '@kaiwa/transcript/test/notation.ts'
import { newline, remove, type } from '@kaiwa/transcript/type-text.ts'
import type { Command, CommandResult } from '@kaiwa/transcript/type-text.ts'
import { describe, expect, it } from 'vitest'
import { mapTextPosition, positionOfChanges } from './caret.ts'
import { mergeBack, mergeForward, split } from './block-commands.ts'
import { textEdit } from './text-edit.ts'

function run(before: string, command: Command): CommandResult | null {
  const { document, carets } = parse(before)
  return command(document, { from: carets[0]!, to: carets[1] ?? carets[0]! })
}

describe('a command returns the new document and caret, or null when it has no effect', () => {
  it.each([
    ['EDIT-57 type', type('xy', counting()), 'A | a^b', 'A | axyb', 'a', 3],
    ['EDIT-56 type text that needs cleaning', type('x\0\r\ny', counting()), 'A | a^b', 'A | ax\\nyb', 'a', 4],
    ['EDIT-55 type over several blocks', type('x', counting()), 'A | a^b\nB | c^d', 'A | axd', 'a', 2],
    ['EDIT-47 newline', newline(counting()), 'A | a^b^c', 'A | a\\nc', 'a', 2],
    ['EDIT-48 split', split(counting()), 'A | a^b', 'A | a\nA | b', 'n1', 0],
    ['EDIT-49 split at 0', split(counting()), 'A | x\nA | ^b', 'A | x\nA! | b', 'b', 0],
    ['EDIT-50 split at the end', split(counting()), 'A | ab^', null, '', 0],
    ['EDIT-51 mergeBack', mergeBack(counting()), 'A | ab\nB | ^c', 'A | abc', 'a', 2],
    ['EDIT-51 mergeBack not at the start', mergeBack(counting()), 'A | ab\nB | c^', null, '', 0],
    ['EDIT-51 mergeBack of a selection', mergeBack(counting()), 'A | ab\nB | ^c^', null, '', 0],
    ['EDIT-52 mergeForward', mergeForward(counting()), 'A | ab^\nB | c', 'A | abc', 'a', 2],
    ['EDIT-52 mergeForward not at the end', mergeForward(counting()), 'A | a^b\nB | c', null, '', 0],
    ['remove a selection', remove(counting()), 'A | a^b\nB | c^d', 'A | ad', 'a', 1],
    ['remove at a caret', remove(counting()), 'A | a^b', null, '', 0],
  ])('%s', (_, command, before, after, uuid, offset) => {
    const done = run(before, command)
    expect(done && show(done.edit.document)).toBe(after && tidy(after))
    if (done) expect(done.caret).toEqual({ uuid, offset })
  })
})

it.each([
  ['typing before it', type('xy', counting()), 'A | a^bc', { uuid: 'a', offset: 2 }, { uuid: 'a', offset: 4 }],
  ['typing after it', type('xy', counting()), 'A | abc^', { uuid: 'a', offset: 2 }, { uuid: 'a', offset: 2 }],
  ['a merge', mergeBack(counting()), 'A | ab\nB | ^cd', { uuid: 'b', offset: 1 }, { uuid: 'a', offset: 3 }],
])('a caret keeps its position in the text after %s', (_, command, before, position, expected) =>
  expect(mapTextPosition(position, run(before, command)!.edit.changes)).toEqual(expected),
)

it.each([
  ['typing', type('xy', counting()), 'A | a^b', { uuid: 'a', offset: 1 }, { uuid: 'a', offset: 3 }],
  ['a split', split(counting()), 'A | a^b', { uuid: 'a', offset: 1 }, { uuid: 'n1', offset: 0 }],
  ['a merge', mergeBack(counting()), 'A | ab\nB | ^c', { uuid: 'b', offset: 0 }, { uuid: 'a', offset: 2 }],
])('EDIT-11 undo and redo move the caret to %s', (_, command, before, undone, redone) => {
  const { changes, inverse } = run(before, command)!.edit
  expect(positionOfChanges(inverse)).toMatchObject({ uuid: undone.uuid })
  expect(positionOfChanges(inverse)!.offset).toBe(undone.offset)
  expect(positionOfChanges(changes)).toEqual(redone)
})

it.each([
  ['ああ', 'あああ', { start: 1, end: 1 }, { start: 1, end: 1, text: 'あ' }],
  ['あいうえお', 'あいううお', { start: 2, end: 4 }, { start: 2, end: 4, text: 'うう' }],
  ['ab', 'xab', { start: 1, end: 1 }, { start: 0, end: 1, text: 'xa' }],
  ['ab', 'ab', { start: 1, end: 1 }, { start: 1, end: 1, text: '' }],
])('finds the edit that turns %s into %s, nearest to %j', (before, after, near, edit) =>
  expect(textEdit(before, after, near)).toEqual(edit),
)
