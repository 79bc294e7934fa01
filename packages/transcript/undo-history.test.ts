import { describe, expect, it } from 'vitest'
import { canRedo, canUndo, closeBatch, emptyHistory, type History, push, redo, undo } from './undo-history.ts'
import type { EditableDocument } from './editable-document.ts'
import { replaceAll } from './replace-hits.ts'
import { splitBlock } from './split-block.ts'
import { tagRanges } from './tag-ranges.ts'
import { counting, parse, show } from './test/notation.ts'
import { typeText } from './type-text.ts'

/** Types words at the end of a block at given times (ms) and lists the documents after each undo. */
class Writer {
  document: EditableDocument
  history: History = emptyHistory

  constructor(lines: string) {
    this.document = parse(lines).document
  }

  type(text: string, at: number, uuid = 'a'): this {
    const { length } = this.document.blocks.get(uuid)!.content
    const { document, changes } = typeText(this.document, { uuid, start: length, end: length }, text)!
    this.document = document
    this.history = push(this.history, changes, { at, isTyping: true })
    return this
  }

  split(at: number): this {
    const { document, changes } = splitBlock(this.document, { uuid: 'a', offset: 1 }, counting())!
    this.document = document
    this.history = push(this.history, changes, { at })
    return this
  }

  /** The documents after each undo, back to the first. */
  back(): string[] {
    const seen: string[] = []
    for (let past = undo(this.history, this.document); past; past = undo(past.history, past.document)) {
      this.history = past.history
      this.document = past.document
      seen.push(show(past.document))
    }
    return seen
  }
}

describe('EDIT-11 undo and redo by batch', () => {
  it('typing without a pause of 300 ms is one batch', () =>
    expect(new Writer('A | ').type('a', 0).type('b', 300).type('c', 601).back()).toEqual(['A | ab', 'A | ']))

  it('another block, a structural change or a closed batch starts a new batch', () => {
    expect(new Writer('A | x\nB | y').type('a', 0).type('b', 1, 'b').back()).toEqual(['A | xa\nB | y', 'A | x\nB | y'])
    expect(new Writer('A | x').type('a', 0).split(1).type('b', 2).back()).toEqual(['A | x\nA | a', 'A | xa', 'A | x'])
    const closed = new Writer('A | ').type('a', 0)
    closed.history = closeBatch(closed.history)
    expect(closed.type('b', 1).back()).toEqual(['A | a', 'A | '])
  })

  it('redo repeats the undone batch until another edit is made', () => {
    const writer = new Writer('A | xy').split(0)
    const past = undo(writer.history, writer.document)!
    expect([canUndo(past.history), canRedo(past.history)]).toEqual([false, true])
    const again = redo(past.history, past.document)!
    expect(show(again.document)).toBe('A | x\nA | y')
    expect([canUndo(again.history), canRedo(again.history)]).toEqual([true, false])
    const other = typeText(past.document, { uuid: 'a', start: 0, end: 0 }, 'z')!
    expect(canRedo(push(past.history, other.changes, { at: 9 }))).toBe(false)
  })

  it('replace all is one batch', () => {
    const { document } = parse('A | x\nB | xx\nC | y')
    const { edit } = replaceAll(document, { query: 'x', replacement: 'z' })
    const past = undo(push(emptyHistory, edit!.changes, { at: 0 }), edit!.document)!
    expect(show(past.document)).toBe(show(document))
    expect(canUndo(past.history)).toBe(false)
  })

  it('undo and redo return null when they have nothing to do', () => {
    const { document } = parse('A | x')
    expect([undo(emptyHistory, document), redo(emptyHistory, document)]).toEqual([null, null])
    expect(canUndo(push(emptyHistory, [], { at: 0 }))).toBe(false)
  })

  it("keeps another user's tag on undo and redo", () => {
    const { document } = parse('A | [0 本日]は晴れ')
    const typed = typeText(document, { uuid: 'a', start: 0, end: 2 }, '昨日の')!
    const tagged = tagRanges(typed.document, [{ uuid: 'a', start: 4, end: 6 }], 7, counting())!
    const past = undo(push(emptyHistory, typed.changes, { at: 0 }), tagged.document)!
    expect(show(past.document)).toBe('A | [0 本日]は<7 晴れ>')
    expect(show(redo(past.history, past.document)!.document)).toBe('A | [0 昨日の]は<7 晴れ>')
  })
})
