import { mergeBack, setSection, splitBlock, typeText } from '@kaiwa/transcript'
import { show } from '@kaiwa/transcript/test/notation.ts'
import { describe, expect, it } from 'vitest'
import { EditSession } from './edit-session.ts'
import * as editTools from './edit-tools.ts'
import type { Operation } from './edit-session.ts'
import type { SessionUpdate } from './edit-session-state.ts'
import { block } from './test/sample-blocks.ts'

function read(...contents: string[]) {
  return {
    id: 1,
    revision: 3,
    blocks: contents.map((content, number) => ({
      ...block(String.fromCharCode(97 + number), number, content),
      terms: [],
    })),
  }
}

function type(text: string, offset: number, uuid = 'a'): Operation {
  return (document) => typeText(document, { uuid, start: offset, end: offset }, text)
}

function shown(session: EditSession) {
  return show(session.getState().document)
}

function open(...contents: string[]) {
  const session = new EditSession(read(...contents), editTools)
  const updates: SessionUpdate[] = []
  session.subscribe((update) => updates.push(update))
  session.setEditing(true)
  return { session, updates }
}

function saveOf(uuid: string, content: string, revision: number) {
  return {
    revision,
    edited_by: null,
    edited_at: '2026-11-21T00:00:00Z',
    changes: {
      blocks: [{ uuid, content, start_time: 0, end_time: 1, terms: [], tags: [], is_break: false }],
      insert: [],
      delete: [],
      speaker: [],
      section: [],
    },
  }
}

describe('EDIT-11 batches', () => {
  it('typing without a pause is one batch', () => {
    const { session } = open('')
    session.edit(type('x', 0), { isTyping: true, at: 0 })
    session.edit(type('y', 1), { isTyping: true, at: 200 })
    session.edit(type('z', 2), { isTyping: true, at: 900 })
    session.undo()
    expect(shown(session)).toBe('A | xy')
    session.undo()
    expect(shown(session)).toBe('A | ')
    expect(session.undo()).toBe(false)
    session.redo()
    expect(shown(session)).toBe('A | xy')
  })
  it('a continued edit joins the previous batch, and a closed batch takes no more edits', () => {
    const { session } = open('ab')
    session.edit((document) => splitBlock(document, { uuid: 'a', offset: 1 }, () => 'n'))
    session.edit(type('x', 0, 'n'), { isTyping: true, continues: true, at: 0 })
    session.closeBatch()
    session.edit(type('y', 1, 'n'), { isTyping: true, at: 10 })
    session.undo()
    expect(shown(session)).toBe('A | a\nA | xb')
    session.undo()
    expect(shown(session)).toBe('A | ab')
  })
  it('EDIT-31 entering edit mode clears the history', () => {
    const { session } = open('a')
    session.edit(type('x', 0))
    session.setEditing(true)
    expect(session.getState().canUndo).toBe(false)
  })
})

describe('EDIT-58 saving', () => {
  it('sends the smallest change set, and nothing after everything was undone', () => {
    const { session } = open('a', 'b')
    session.edit(type('x', 0))
    session.edit((document) => setSection(document, 'b', '予算'))
    const save = session.toSave()!
    expect(save.changes.blocks.map(({ uuid, content }) => [uuid, content])).toEqual([['a', 'xa']])
    expect(save.changes.section).toEqual([{ block_uuid: 'b', section_name: '予算' }])
    expect(save.revision).toBe(3)
    session.undo()
    session.undo()
    expect(session.getState().isDirty).toBe(false)
    expect(session.toSave()).toBeNull()
  })
  it('text typed during a save stays pending', () => {
    const { session } = open('a')
    session.edit(type('x', 0))
    const save = session.toSave()!
    session.edit(type('y', 0))
    session.markSaved(save, 4)
    expect(session.getState()).toMatchObject({ isDirty: true, saved: { revision: 4 } })
    expect(session.toSave()!.changes.blocks[0]!.content).toBe('yxa')
    session.markSaved(session.toSave()!, 5)
    expect(session.getState().isDirty).toBe(false)
  })
})

describe('saves of other clients', () => {
  it('keeps pending edits on top and reports the changes', () => {
    const { session, updates } = open('a', 'b')
    session.edit(type('x', 0))
    expect(session.applyRemoteSaves([saveOf('b', 'bb', 4)])).toBe(true)
    expect(shown(session)).toBe('A | xa\nA | bb')
    expect(updates.at(-1)).toMatchObject({ cause: 'remote', changes: [{ type: 'put', after: { content: 'bb' } }] })
    expect(session.toSave()!.changes.blocks.map(({ uuid }) => uuid)).toEqual(['a'])
  })
  it('rejects a save that deletes a block with pending edits or a composition', () => {
    const { session } = open('a', 'b')
    const gone = { ...saveOf('a', '', 4), changes: { ...saveOf('a', '', 4).changes, blocks: [], delete: ['b'] } }
    const stop = session.onCommitComposition((stays) => {
      if (stays('b')) return
      stop()
      session.edit(type('x', 0, 'b'))
    })
    expect(session.applyRemoteSaves([saveOf('a', 'aa', 4)])).toBe(true)
    expect(session.applyRemoteSaves([{ ...gone, revision: 5 }])).toBe(false)
    expect(shown(session)).toBe('A | aa\nA | xb')
    session.undo()
    expect(session.applyRemoteSaves([{ ...gone, revision: 5 }])).toBe(true)
    expect(shown(session)).toBe('A | aa')
  })
  it('keeps text typed after a save in the same block when the response of that save is lost', () => {
    const { session } = open('a')
    session.edit(type('x', 0))
    session.edit(type('y', 0))
    expect(session.applyRemoteSaves([saveOf('a', 'xa', 4)])).toBe(true)
    expect(shown(session)).toBe('A | yxa')
    expect(session.getState()).toMatchObject({ isDirty: true, saved: { revision: 4 } })
    expect(session.toSave()!.changes.blocks[0]!.content).toBe('yxa')
    session.undo()
    expect(shown(session)).toBe('A | xa')
  })
  it('keeps pending text in a block that a save gives another speaker', () => {
    const { session } = open('a')
    session.edit(type('x', 0))
    const { changes, ...save } = saveOf('a', '', 4)
    const speaker = [{ speaker_id: 2, block_uuid: 'a', child_block_uuids: [] }]
    expect(session.applyRemoteSaves([{ ...save, changes: { ...changes, blocks: [], speaker } }])).toBe(true)
    expect(session.getState().document.blocks.get('a')).toMatchObject({ content: 'xa', speaker_id: 2 })
  })
  it('reports its own save of a new block, whose response was lost', () => {
    const { session } = open('ab')
    session.edit((document) => splitBlock(document, { uuid: 'a', offset: 1 }, () => 'n'))
    const { changes, revision } = session.toSave()!
    session.edit(type('x', 1, 'n'))
    expect(session.applyRemoteSaves([{ ...saveOf('a', '', 4), revision: revision + 1, changes }])).toBe(false)
    expect(shown(session)).toBe('A | a\nA | bx')
  })
  it('skips saves it already has, and reports a missing or unsuitable save', () => {
    const { session } = open('a')
    expect(session.applyRemoteSaves([saveOf('a', 'old', 3)])).toBe(true)
    expect(session.applyRemoteSaves([saveOf('a', 'later', 5)])).toBe(false)
    expect(session.applyRemoteSaves([saveOf('gone', 'x', 4)])).toBe(false)
    expect(shown(session)).toBe('A | a')
  })
})

it('EDIT-38 discard shows the saved document; EDIT-54 an unknown block changes nothing', () => {
  const { session, updates } = open('a')
  session.edit(type('x', 0))
  session.discard()
  expect(shown(session)).toBe('A | a')
  expect(updates.at(-1)).toMatchObject({ cause: 'load', changes: null })
  const before = session.getState()
  expect(() => session.edit((document) => mergeBack(document, 'gone', () => 'n'))).toThrow('unknown-block')
  expect(session.getState()).toBe(before)
})

describe('a new analysis of all blocks during editing', () => {
  const word = (type: 0 | 3) => ({
    text: 'ab',
    offset: 0,
    start_time: 0,
    end_time: 1,
    type,
    score: 0,
    base: 'ab',
    reading: '',
    confidence: 1,
  })
  const analysed = (contents: string[], revision: number, type: 0 | 3) => ({
    ...read(...contents),
    revision,
    blocks: read(...contents).blocks.map((one) => ({ ...one, sentiment: type, terms: [word(type)] })),
  })
  const openAnalysed = () => {
    const session = new EditSession(analysed(['ab', 'ab'], 3, 0), editTools)
    session.setEditing(true)
    return session
  }

  it('keeps the undo history; after undoing everything nothing is pending, and the new analysis is shown', () => {
    const session = openAnalysed()
    session.edit(type('x', 2), { at: 0 })
    session.edit(type('y', 0, 'b'), { at: 5_000 })
    session.undo()
    expect(session.rebaseOn(analysed(['ab', 'ab'], 4, 3))).toBe(true)
    const { canUndo, canRedo, document, saved } = session.getState()
    expect([canUndo, canRedo, document.revision, saved.revision]).toEqual([true, true, 4, 4])
    expect([...document.blocks].map(({ content, sentiment }) => [content, sentiment])).toEqual([
      ['abx', 3],
      ['ab', 3],
    ])
    session.redo()
    expect([...session.getState().document.blocks].map(({ content }) => content)).toEqual(['abx', 'yab'])
    session.undo()
    session.undo()
    expect(session.getState().isDirty).toBe(false)
    expect([...session.getState().document.blocks].map(({ terms }) => terms[0]?.type)).toEqual([3, 3])
  })

  it('keeps pending text, which is saved on the new revision', () => {
    const session = openAnalysed()
    session.edit(type('x', 2))
    session.rebaseOn(analysed(['ab', 'ab'], 4, 3))
    expect(session.toSave()).toMatchObject({ revision: 4, changes: { blocks: [{ uuid: 'a', content: 'abx' }] } })
    expect(session.pendingChanges().map(({ uuid, after }) => [uuid, after?.content])).toEqual([['a', 'abx']])
  })

  it('keeps a block that was deleted here deleted', () => {
    const session = openAnalysed()
    session.edit((document) => mergeBack(document, 'b', () => 'n'))
    expect(session.rebaseOn(analysed(['ab', 'ab'], 4, 3))).toBe(true)
    expect(session.toSave()?.changes).toMatchObject({ delete: ['b'] })
    session.undo()
    expect(session.getState().isDirty).toBe(false)
  })

  it('is refused when the server has other blocks', () => {
    const session = openAnalysed()
    const [first, second] = analysed(['ab', 'ab'], 4, 3).blocks
    const other = (...blocks: (typeof first)[]) => ({ id: 1, revision: 4, blocks: blocks.flatMap((one) => one ?? []) })
    expect(session.rebaseOn(other(first))).toBe(false)
    expect(session.rebaseOn(other(second, first))).toBe(false)
    expect(session.getState().saved.revision).toBe(3)
  })
})

describe('a session without its tools', () => {
  const remote = saveOf('a', 'abx', 4)

  it('shows, extends and loads a document, and refuses changes', () => {
    const session = new EditSession(read('ab'))
    session.extend([], [block('z', 9, 'end')])
    expect(shown(session)).toContain('end')
    session.load(read('cd'))
    expect(shown(session)).toContain('cd')
    session.setEditing(true)
    expect(() => session.edit(type('x', 0))).toThrow('prepare()')
    expect(() => session.applyRemoteSaves([remote])).toThrow('prepare()')
    expect([session.undo(), session.redo(), session.toSave()]).toEqual([false, false, null])
  })

  it('takes edits and saves of others once it is prepared', async () => {
    const session = new EditSession(read('ab'))
    await session.prepare()
    expect(session.applyRemoteSaves([remote])).toBe(true)
    session.setEditing(true)
    expect(session.edit(type('y', 0))).toBe(true)
    expect(shown(session)).toContain('yabx')
    expect(session.undo()).toBe(true)
  })
})
