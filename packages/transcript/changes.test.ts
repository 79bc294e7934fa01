import { changeSet, type ChangeSet } from '@kaiwa/contract/transcript-edits.ts'
import { describe, expect, it } from 'vitest'
import { applyChanges, compactChanges, isEmptyChangeSet } from './changes.ts'
import { touchedBy } from './editable-document.ts'
import type { Change, Edit, EditableDocument } from './editable-document.ts'
import { changeSpeaker } from './change-speaker.ts'
import { mergeBack } from './merge-blocks.ts'
import { setSection } from './set-section.ts'
import { setSentiment } from './set-sentiment.ts'
import { splitBlock } from './split-block.ts'
import { counting, parse, show, tidy } from './test/notation.ts'
import { typeText } from './type-text.ts'

type Operation = (document: EditableDocument, createUuid: () => string) => Edit | null

function type(uuid: string, text: string): Operation {
  return (document) => typeText(document, { uuid, start: 0, end: 0 }, text)
}

function erase(uuid: string, length: number): Operation {
  return (document) => typeText(document, { uuid, start: 0, end: length }, '')
}

function split(uuid: string, offset: number): Operation {
  return (document, createUuid) => splitBlock(document, { uuid, offset }, createUuid)
}

function merge(uuid: string): Operation {
  return (document, createUuid) => mergeBack(document, uuid, createUuid)
}

function name(uuid: string, section: string | null): Operation {
  return (document) => setSection(document, uuid, section)
}

function feel(uuid: string, sentiment: number): Operation {
  return (document) => setSentiment(document, uuid, sentiment)
}

function speakerTo(uuid: string, speaker_id: number, mode: 'individual' | 'multi' = 'individual'): Operation {
  return (document) => changeSpeaker(document, { uuid, speaker_id, mode })
}

/** Runs operations in a session. Returns the document before and after, and the change set of a save. */
function session(lines: string, operations: readonly Operation[]) {
  const saved = parse(lines).document
  const createUuid = counting()
  const changes: Change[] = []
  let document = saved
  for (const operation of operations) {
    const edit = operation(document, createUuid)!
    document = edit.document
    changes.push(...edit.changes)
  }
  return { saved, document, set: compactChanges(saved, document, touchedBy(changes)) }
}

/** Notation of a change set: `blocks a · insert n1@1 · delete c · speaker 2:a,b · section a=予算` */
function read({ blocks, insert, delete: deleted, speaker, section, sentiment = [] }: ChangeSet): string {
  return [
    blocks.length > 0 && `blocks ${blocks.map(({ uuid }) => uuid).join()}`,
    insert.length > 0 && `insert ${insert.map(({ uuid, position }) => `${uuid}@${position}`).join()}`,
    deleted.length > 0 && `delete ${deleted.join()}`,
    ...speaker.map((one) => `speaker ${one.speaker_id}:${[one.block_uuid, ...one.child_block_uuids].join()}`),
    section.length > 0 && `section ${section.map((one) => `${one.block_uuid}=${one.section_name}`).join()}`,
    ...sentiment.map((one) => `sentiment ${one.block_uuid}=${one.sentiment}${one.is_manual ? '' : ' (analysis)'}`),
  ]
    .filter(Boolean)
    .join(' · ')
}

describe('EDIT-58 pending changes are save, insert, delete, speaker and section', () => {
  it.each<[string, string, Operation[], string]>([
    ['typing saves one block', 'A | x\nB | y', [type('a', '1'), type('a', '2')], 'blocks a'],
    ['text typed and erased again is not saved', 'A | x', [type('a', '12'), erase('a', 2)], ''],
    ['a split saves one block and inserts one', 'A | xy\nB | z', [split('a', 1)], 'blocks a · insert n1@1'],
    ['a split and merge is not saved', 'A | xy\nB | z', [split('a', 1), merge('n1')], ''],
    [
      'an inserted and merged block is not saved',
      'A | xy\nB | z',
      [split('a', 1), merge('n1'), merge('b')],
      'blocks a · delete b',
    ],
    ['a merge saves one block and deletes one', 'A | x\nB | y', [merge('b')], 'blocks a · delete b'],
    [
      'a break flag that moves to the next block is saved',
      'A | x\nB! | y\nB | z',
      [merge('b')],
      'blocks a,c · delete b',
    ],
    [
      'an inserted block includes its section and speaker',
      'A | xy',
      [split('a', 1), name('n1', '予算'), speakerTo('n1', 2)],
      'blocks a · insert n1@1 · section n1=予算',
    ],
    ['a section alone needs no block entry', 'A | x', [name('a', '予算')], 'section a=予算'],
    ['a sentiment alone needs no block entry', 'A | x', [feel('a', -1)], 'sentiment a=-1'],
    ['the last of two choices is sent', 'A | x', [feel('a', 1), feel('a', -1)], 'sentiment a=-1'],
    ['a neutral sentiment is a choice, too', 'A | x', [feel('a', 0)], 'sentiment a=0'],
    [
      'both halves of a split keep a chosen sentiment',
      'A | xy',
      [feel('a', 1), split('a', 1)],
      'blocks a · insert n1@1 · sentiment a=1 · sentiment n1=1',
    ],
    ['a section deleted', 'A #予算 | x', [name('a', '')], 'section a=null'],
    [
      'blocks are grouped by speaker',
      'A | x\nA | y\nB | z',
      [speakerTo('a', 3, 'multi'), speakerTo('c', 3)],
      'speaker 3:a,b,c',
    ],
    ['a speaker changed and changed back is not saved', 'A | x', [speakerTo('a', 3), speakerTo('a', 1)], ''],
    ['with a section, the break flag is sent too', 'A #予算 | x', [speakerTo('a', 2)], 'blocks a · speaker 2:a'],
    [
      'several splits have their final positions',
      'A | xyz\nB | z',
      [split('a', 2), split('a', 1)],
      'blocks a · insert n2@1,n1@2',
    ],
  ])('%s', (_, lines, operations, expected) => {
    const { saved, document, set } = session(lines, operations)
    expect(read(set)).toBe(expected)
    expect(isEmptyChangeSet(set)).toBe(expected === '')
    expect(show(applyChanges(saved, set, 2).document)).toBe(show(document))
  })

  it.each<[string, string, Operation[]]>([
    ['a speaker, then a section', 'A | x', [speakerTo('a', 2), name('a', '予算')]],
    ['a section, then a speaker', 'A | x', [name('a', '予算'), speakerTo('a', 2)]],
    ['no section, then a speaker', 'A #予算 | x', [name('a', null), speakerTo('a', 2)]],
    ['a speaker, then no section', 'A #予算 | x', [speakerTo('a', 2), name('a', null)]],
  ])('keeps the break flag as the editor set it: %s', (_, lines, operations) => {
    const { saved, document, set } = session(lines, operations)
    expect(show(applyChanges(saved, set, 2).document)).toBe(show(document))
  })

  it('EDIT-67 sends the fields of a block that the specification lists', () => {
    const { set } = session('A! | [0 本日]<7 は>', [split('a', 1)])
    expect(Object.keys(set.blocks[0]!).sort().join(' ')).toBe('content end_time is_break start_time tags terms uuid')
    expect(set.insert[0]).toMatchObject({ uuid: 'n1', position: 1, speaker_id: 1, is_break: false, content: '日は' })
  })

  it('matches the schema of the contract', () => {
    const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'
    const { set } = session('A | [0 本日]は', [type('a', 'x')])
    const sent = { ...set, blocks: set.blocks.map((block) => ({ ...block, uuid })) }
    expect(changeSet.parse(JSON.parse(JSON.stringify(sent)))).toEqual(sent)
  })
})

describe('applying a save of another client', () => {
  it('applies the save and its revision', () => {
    const { saved, set } = session('A | [0 本日]は\nB | y', [split('a', 2), merge('b')])
    const followed = applyChanges(saved, set, 8)
    expect(followed.document.revision).toBe(8)
    expect(show(followed.document)).toBe(tidy('A | [0 本日]\nA | はy'))
  })

  it('shares every unchanged block', () => {
    const { saved, set } = session('A | x\nB | y\nC | z', [type('b', '1')])
    const { document } = applyChanges(saved, set, 2)
    expect([document.blocks.at(0), document.blocks.at(2)]).toEqual([saved.blocks.at(0), saved.blocks.at(2)])
    expect(document.blocks.at(0)).toBe(saved.blocks.at(0))
  })

  it.each([
    ['an unknown block', { delete: ['z'] }],
    ['a position out of range', { insert: [{ ...body('n'), position: 9, speaker_id: 1 }] }],
  ])('must reload after %s', (_, part) => {
    const set: ChangeSet = { blocks: [], insert: [], delete: [], speaker: [], section: [], ...part }
    expect(() => applyChanges(parse('A | x').document, set, 2)).toThrow(
      expect.objectContaining({ code: 'unknown-block' }),
    )
  })

  it('SPK-09 a block with a section becomes a break when a client changes its speaker without sending the break flag', () => {
    const speaker = [{ block_uuid: 'a', speaker_id: 2, child_block_uuids: ['b'] }]
    const set: ChangeSet = { blocks: [], insert: [], delete: [], section: [], speaker }
    expect(show(applyChanges(parse('A #予算 | x\nA | y').document, set, 2).document)).toBe('B! #予算 | x\nB | y')
  })
})

function body(uuid: string) {
  return { uuid, content: 'x', start_time: 0, end_time: 1, terms: [], tags: [], is_break: false }
}
