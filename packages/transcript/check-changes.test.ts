import type { ChangeSet, SavedBlock } from '@kaiwa/contract/transcript-edits.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { expect, it } from 'vitest'
import { checkChanges, toFieldErrors } from './check-changes.ts'
import { term } from './test/factories.ts'

const extent = { has: (uuid: string) => ['a', 'b', 'c'].includes(uuid), length: 3 }

function tag(text: string, offset: number, tag_uuid = 't') {
  return { tag_id: 1, text, offset, tag_uuid }
}

function body(uuid: string, values: Partial<SavedBlock> = {}): SavedBlock {
  return {
    uuid,
    content: '本日は😀',
    start_time: 0,
    end_time: 1,
    terms: [term('本日', 0, 0, 1), term('は', 2, 1, 2)],
    tags: [tag('本日', 0)],
    is_break: false,
    ...values,
  }
}

function saved(values: Partial<SavedBlock>) {
  return { blocks: [body('a', values)] }
}

function inserted(uuid: string, position: number) {
  return { ...body(uuid), position, speaker_id: null }
}

function speakerChange(block_uuid: string, ...child_block_uuids: string[]) {
  return {
    block_uuid,
    speaker_id: 1,
    child_block_uuids,
  }
}

function problems(part: Partial<ChangeSet>): string[] {
  return checkChanges(extent, { blocks: [], insert: [], delete: [], speaker: [], section: [], ...part }).map(
    ({ path, fault }) => `${path} ${fault}`,
  )
}

it.each<[string, Partial<ChangeSet>, string[]]>([
  ['nothing', {}, []],
  [
    'valid changes',
    { blocks: [body('a')], insert: [inserted('n', 1)], delete: ['b'], speaker: [speakerChange('n', 'c')] },
    [],
  ],
  ['words with spaces between', saved({ content: '本日 は', terms: [term('は', 3, 0, 1)], tags: [] }), []],
  ['right-to-left marks and line ends', saved({ content: '\u200f\u202eשלום\r\n\t', terms: [], tags: [] }), []],
  ['an unknown block', { blocks: [body('z')] }, ['blocks.0.uuid unknown-block']],
  ['an unknown block to delete', { delete: ['z'] }, ['delete.0 unknown-block']],
  ['overlapping deletes', { delete: ['a', 'a'] }, ['delete.1 repeated']],
  ['a block both saved and deleted', { blocks: [body('a')], delete: ['a'] }, ['blocks.0.uuid unknown-block']],
  ['a block saved twice', { blocks: [body('a'), body('a')] }, ['blocks.1.uuid repeated']],
  ['an insert of a block that exists', { insert: [inserted('a', 0)] }, ['insert.0.uuid repeated']],
  ['one block inserted twice', { insert: [inserted('n', 0), inserted('n', 1)] }, ['insert.1.uuid repeated']],
  [
    'a speaker for a deleted block',
    { speaker: [speakerChange('a')], delete: ['a'] },
    ['speaker.0.block_uuid unknown-block'],
  ],
  [
    'two speakers for one block',
    { speaker: [speakerChange('a'), speakerChange('b', 'a')] },
    ['speaker.1.block_uuid repeated'],
  ],
  [
    'a section of an unknown block',
    { section: [{ block_uuid: 'z', section_name: 'x' }] },
    ['section.0.block_uuid unknown-block'],
  ],
  ['a position past the end', { insert: [inserted('n', 4)] }, ['insert.0.position position-outside']],
  [
    'a position past the end after deletes',
    { insert: [inserted('n', 3)], delete: ['a'] },
    ['insert.0.position position-outside'],
  ],
  [
    'the same position for two blocks',
    { insert: [inserted('n', 1), inserted('m', 1)] },
    ['insert.1.position repeated'],
  ],
  ['a term past the end', saved({ terms: [term('x', 5, 0, 1)] }), ['blocks.0.terms.0 outside']],
  [
    'a term before the start',
    saved({ terms: [term('本日', -1, 0, 1)] }),
    ['blocks.0.terms.0 outside', 'blocks.0.terms.0 order'],
  ],
  ['terms that overlap', saved({ terms: [term('本日', 0, 0, 1), term('日は', 1, 0, 1)] }), ['blocks.0.terms.1 order']],
  ['terms out of order', saved({ terms: [term('は', 2, 0, 1), term('本日', 0, 1, 2)] }), ['blocks.0.terms.1 order']],
  ['a term of another text', saved({ terms: [term('昨日', 0, 0, 1)] }), ['blocks.0.terms.0 mismatch']],
  ['an empty term', saved({ terms: [term('', 0, 0, 1)] }), ['blocks.0.terms.0 empty']],
  [
    'a term that cuts a surrogate pair',
    saved({ terms: [{ ...term('\ud83d', 3, 0, 1), base: '' }] }),
    ['blocks.0.terms.0 characters'],
  ],
  ['a term that ends before its start', saved({ terms: [term('本日', 0, 2, 1)] }), ['blocks.0.terms.0 times']],
  ['a tag past the end', saved({ tags: [tag('本日', 4)] }), ['blocks.0.tags.0 outside']],
  ['a tag of another text', saved({ tags: [tag('昨日', 0)] }), ['blocks.0.tags.0 mismatch']],
  ['two tags with the same uuid', saved({ tags: [tag('本', 0), tag('日', 1)] }), ['blocks.0.tags.1 repeated']],
  ['an end before the start', saved({ start_time: 2 }), ['blocks.0.end_time times']],
  ['times that are not numbers', saved({ end_time: Number.NaN }), ['blocks.0.end_time times']],
  ['a lone surrogate', saved({ content: '本日は\ud83d', tags: [] }), ['blocks.0.content characters']],
  ['NUL', saved({ content: '本日は\0', tags: [] }), ['blocks.0.content characters']],
  [
    'NUL in a reading',
    saved({ terms: [{ ...term('本日', 0, 0, 1), reading: '\0' }] }),
    ['blocks.0.terms.0 characters'],
  ],
  [
    'readings too long in total',
    saved({ terms: [0, 1, 2].map((at) => ({ ...term('本日は'[at]!, at, 0, 1), reading: 'あ'.repeat(170_000) })) }),
    ['blocks.0.terms too-many-forms'],
  ],
  ['a text too long', saved({ content: `本日は${'あ'.repeat(LIMITS.blockLength)}` }), ['blocks.0.content too-long']],
  [
    'a section with NUL',
    { section: [{ block_uuid: 'a', section_name: 'x\0' }] },
    ['section.0.section_name characters'],
  ],
  [
    'a section too long',
    { section: [{ block_uuid: 'a', section_name: 'あ'.repeat(256) }] },
    ['section.0.section_name too-long'],
  ],
])('EDIT-67 a change set with %s', (_, part, expected) => expect(problems(part)).toEqual(expected))

it('rejects tagged passages that are too long in total', () => {
  const content = 'あ'.repeat(LIMITS.blockLength)
  const tags = (count: number) => Array.from({ length: count }, (_, at) => ({ ...tag(content, 0), tag_uuid: `t${at}` }))
  expect(problems(saved({ content, terms: [], tags: tags(5) }))).toEqual([])
  expect(problems(saved({ content, terms: [], tags: tags(6) }))).toEqual(['blocks.0.tags too-many-forms'])
})

it('limits the readings and tags of a block in proportion to its text', () => {
  const read = (content: string, length: number) =>
    problems(saved({ content, terms: [{ ...term('本', 0, 0, 1), base: '', reading: 'あ'.repeat(length) }], tags: [] }))
  const tagged = (content: string, count: number, text = '本') => {
    const tags = Array.from({ length: count }, (_, at) => ({ ...tag(text, 0), tag_uuid: `t${at}` }))
    return problems(saved({ content, terms: [], tags }))
  }
  expect([read('本', 120), read('本', 121)]).toEqual([[], ['blocks.0.terms too-many-forms']])
  expect([tagged('本', 51), tagged('本', 52)]).toEqual([[], ['blocks.0.tags too-many-forms']])
  const long = '本'.repeat(1_000)
  expect([read(long, 20_100), read(long, 20_101)]).toEqual([[], ['blocks.0.terms too-many-forms']])
  expect([tagged(long, 1_050), tagged(long, 1_051)]).toEqual([[], ['blocks.0.tags too-many-forms']])
  expect([tagged(long, 60, long), tagged(long, 61, long)]).toEqual([[], ['blocks.0.tags too-many-forms']])
})

it('rejects more blocks than a transcript may have', () => {
  const full = { has: () => false, length: LIMITS.blocksPerTranscript }
  const set: ChangeSet = { blocks: [], insert: [inserted('n', 0)], delete: [], speaker: [], section: [] }
  expect(checkChanges(full, set)).toEqual([{ path: 'insert', fault: 'too-many-blocks' }])
})

it('reports at most 100 field errors', () => {
  const terms = Array.from({ length: 300 }, () => term('x', 9, 0, 1))
  const errors = toFieldErrors(
    checkChanges(extent, { blocks: [body('a', { terms })], insert: [], delete: [], speaker: [], section: [] }),
  )
  expect(Object.keys(errors)).toHaveLength(100)
  expect([errors['blocks.0.terms.0'], errors['blocks.0.terms.1']]).toEqual([['max'], ['max', 'incorrect']])
})
