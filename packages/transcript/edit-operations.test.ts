import { describe, expect, it } from 'vitest'
import { applyAll } from './changes.ts'
import type { Edit, EditableDocument } from './editable-document.ts'
import { changeSpeaker } from './change-speaker.ts'
import { correctTimes } from './correct-times.ts'
import { mergeBack, mergeForward } from './merge-blocks.ts'
import { replaceAll, replaceHit } from './replace-hits.ts'
import { replaceSelection, typeText } from './type-text.ts'
import { setSection } from './set-section.ts'
import { splitBlock } from './split-block.ts'
import { tagRanges, untagRanges } from './tag-ranges.ts'
import { type Caret, counting, parse, show, speakerId, tidy } from './test/notation.ts'

/** Receives the carets of the notation, in order. */
type Operation = (document: EditableDocument, first: Caret, second?: Caret) => Edit | null

/**
 * Applies an operation and compares the document; `expected` null means no effect. Also checks that the inverse
 * restores the original bytes.
 */
function apply(before: string, operation: Operation, expected: string | null) {
  const { document, carets } = parse(before)
  const bytes = JSON.stringify([...document.blocks])
  const edit = operation(document, carets[0] ?? { uuid: 'a', offset: 0 }, carets[1])
  expect(edit && show(edit.document)).toBe(expected === null ? null : tidy(expected))
  expect(JSON.stringify([...document.blocks])).toBe(bytes)
  if (edit) expect(JSON.stringify([...applyAll(edit.document, edit.inverse).blocks])).toBe(bytes)
}

function type(text: string): Operation {
  return (document, from, to = from) => replaceSelection(document, { from, to }, text, counting())
}

const enter = type('\n')
const split: Operation = (document, caret) => splitBlock(document, caret, counting())
const back: Operation = (document, caret) => mergeBack(document, caret.uuid, counting())
const forward: Operation = (document, caret) => mergeForward(document, caret.uuid, counting())

describe('typing', () => {
  it.each([
    ['shifts what stands behind', 'A | ^[0 本日]は<7 [1 晴れ]>', 'ね、', 'A | ね、[0 本日]は<7 [1 晴れ]>'],
    ['stays outside at an edge', 'A | [0 本日]^<7 [1 晴れ]>', 'も', 'A | [0 本日]も<7 [1 晴れ]>'],
    ['belongs to a word inside it', 'A | [0 本^日]は', '当', 'A | [0 本当日]は'],
    ['shortens a word', 'A | [0 本^日]^は', '', 'A | [0 本]は'],
    ['drops a word and a tag that become empty', 'A | [0 本日]^は<7 [1 晴れ]>^です', '', 'A | [0 本日]です'],
    ['keeps the time of a word overwritten exactly', 'A | ^[0 本日]^は', '今日', 'A | [0 今日]は'],
    ['drops words overwritten together', 'A | ^[0 本日][1 は]^[2 晴れ]', '今日', 'A | 今日[2 晴れ]'],
    ['belongs to neither of two words it joins', 'A | [0 本^日][1 晴^れ]', '～', 'A | [0 本]～[1 れ]'],
    ['takes whole surrogate pairs', 'A | [0 😀]😀', 'x', 'A | [0 😀]😀'],
  ])('EDIT-57 %s', (name, before, text, after) => {
    if (!name.startsWith('takes')) return apply(before, type(text), after)
    const half: Operation = (document) => typeText(document, { uuid: 'a', start: 1, end: 3 }, text)
    apply(before, half, 'A | x')
  })

  it('EDIT-47 Enter inserts a newline in the block', () =>
    apply('A | [0 本日]^[1 は]\nB | x', enter, 'A | [0 本日]\\n[1 は]\nB | x'))

  it('EDIT-56 text is cleaned: one kind of line end, no control characters, no lone surrogates', () =>
    apply('A | ^', type('a\r\nb\rc\0d\u0007\ud83dé'), 'A | a\\nb\\ncd\ufffdé'))

  it.each([
    ['A | [0 本日]^\nB! | [1 は]\nC | [2 晴]^[3 れ]\nD | x', 'も', 'A | [0 本日][2 も][3 れ]\nD! | x'],
    ['A | ^x\nB | y^', '', 'A | '],
    ['A | ab^\nB! | cd\nC #予算 | ef^\nD | gh', '', 'A | ab\nD! #予算 | gh'],
    ['A | <7 a^b>\nB | <7 c^d>', 'x', 'A | <7 axd>'],
    ['A | <7 a^b>\nB | c^d', 'x', 'A | <7 a>xd'],
    ['A | <7 a^b>\nB | <7 c^d>', '', 'A | <7 ad>'],
  ])('EDIT-55 typing over a multi-block selection collapses it: %s', (before, text, after) =>
    apply(before, type(text), after),
  )

  it('EDIT-55 a backward selection gives the same result', () =>
    apply('A | a^b\nB | c^d', (d, from, to) => type('x')(d, to ?? from, from), 'A | axd'))

  it('rejects a text beyond the block limit and an unknown block', () => {
    const { document } = parse('A | x')
    const paste = (uuid: string) => () => typeText(document, { uuid, start: 0, end: 0 }, 'あ'.repeat(10_000_000))
    expect(paste('a')).toThrow(expect.objectContaining({ code: 'too-long' }))
    expect(paste('z')).toThrow(expect.objectContaining({ code: 'unknown-block', uuid: 'z' }))
  })
})

describe('splitting', () => {
  it.each([
    ['between words', 'A | [0 good] ^[1 morning]', 'A | [0 good] \nA | [1 morning]'],
    ['a word and its time', 'A | [0-3 おは^よ]う', 'A | [0-2 おは]\nA | [2 よ]う'],
    ['a tag into two parts', 'A | <7 [0 本日]^[1 は]>', 'A | <7 [0 本日]>\nA | <7 [1 は]>'],
    ['and keeps break and section in the first part', 'A! #予算 | ab^cd\nB | x', 'A! #予算 | ab\nA | cd\nB | x'],
    ['only between characters', 'A | xか\u3099^y'.replace('\u3099^', '^\u3099'), 'A | x\nA | か\u3099y'],
    ['only between emoji', 'A | x👨‍👩‍👧y'.replace('👩', '^👩'), 'A | x\nA | 👨‍👩‍👧y'],
  ])('EDIT-48 Ctrl+Enter splits %s', (_, before, after) => apply(before, split, after))

  it('gives the second part of a tag a new uuid', () => {
    const edit = splitBlock(parse('A | <7 本日>').document, { uuid: 'a', offset: 1 }, counting())!
    expect([...edit.document.blocks].flatMap(({ tags }) => tags.map(({ tag_uuid }) => tag_uuid))).toEqual([
      'a-7-0',
      'n2',
    ])
  })

  it.each([
    ['A | x\nB | ^y', 'A | x\nB! | y'],
    ['A | ^x', 'A! | x'],
    ['A | ^', 'A! | '],
    ['A! | ^x', null],
    ['A #予算 | ^x', 'A! #予算 | x'],
  ])('EDIT-49 Ctrl+Enter at offset 0 marks a break with no section: %s', (before, after) => apply(before, split, after))

  it('EDIT-50 Ctrl+Enter at the end of the text does nothing', () => apply('A | [0 本日]^\nB | x', split, null))

  it('EDIT-21 splitting twice separates the speakers: a split at the start of the new block makes it a break', () => {
    const { document, carets } = parse('A | ab^cd')
    const first = split(document, carets[0]!)!
    const second = split(first.document, { uuid: 'n1', offset: 0 })!
    expect(show(second.document)).toBe('A | ab\nA! | cd')
  })

  it.each([
    ['[2 ab][4 cd]', 2, [2, 3, 4, 5]],
    ['ab[4 cd]', 2, [4, 4, 4, 5]],
    ['[4 ab]cd', 2, [4, 5, 5, 5]],
    ['abcd', 1, [0, 0.25, 0.25, 1]],
  ])('sets the times of both blocks: %s at %d', (text, offset, times) => {
    const edit = splitBlock(parse(`A | ${text}`).document, { uuid: 'a', offset }, counting())!
    const [first, second] = [...edit.document.blocks]
    expect([first!.start_time, first!.end_time, second!.start_time, second!.end_time]).toEqual(times)
  })
})

describe('merging', () => {
  it.each([
    ['A | [0 本日]\nA | ^[1 は]', 'A | [0 本日][1 は]'],
    ['A | [0 本日]\nB | ^[1 は]\nB | x', 'A | [0 本日][1 は]\nB | x'],
    ['A | <7 ab>\nA | ^<7 cd>e', 'A | <7 abcd>e'],
    ['A | <7 ab>c\nA | ^<7 cd>', 'A | <7 ab>c<7 cd>'],
    ['A | <7 ab>\nA | ^<8 cd>', 'A | <7 ab><8 cd>'],
    ['A | ^x', null],
  ])('EDIT-51 Backspace at block start merges into the previous block: %s', (before, after) =>
    apply(before, back, after),
  )

  it.each([
    ['A | [0 本日]^\nB | [1 は]\nC | x', 'A | [0 本日][1 は]\nC | x'],
    ['A | x^', null],
  ])('EDIT-52 Delete at block end merges the next block in: %s', (before, after) => apply(before, forward, after))

  it.each([
    ['A | x\nB! | ^y\nB | z', 'A | xy\nB! | z'],
    ['A | x\nB | ^y\nB | z', 'A | xy\nB | z'],
    ['A | x\nB | ^y\nB! | z', 'A | xy\nB! | z'],
    ['A! | x\nB | ^y\nB | z', 'A! | xy\nB | z'],
    ['A | x\nB! | ^y', 'A | xy'],
    ['A | x\nB! #予算 | ^y\nB | z', 'A | xy\nB! #予算 | z'],
    ['A | x\nB #予算 | ^y\nB #結論 | z', 'A #予算 | xy\nB #結論 | z'],
  ])("EDIT-53 a merged block's break flag carries over to the block after it: %s", (before, after) =>
    apply(before, back, after),
  )

  it('EDIT-54 merging an unknown block throws unknown-block', () => {
    expect(() => mergeBack(parse('A | x').document, 'gone', counting())).toThrow(
      expect.objectContaining({ name: 'EditFailure', code: 'unknown-block' }),
    )
  })

  it('covers both times and uses no tag uuid twice', () => {
    const { document } = parse('A | <7 [0 a]>-\nB | [5 b]<7 c>')
    const [first, second] = [...document.blocks]
    const twin = { ...second!, tags: [{ ...second!.tags[0]!, tag_uuid: first!.tags[0]!.tag_uuid }] }
    const merged = mergeBack({ ...document, blocks: document.blocks.put([twin]) }, 'b', counting())!.document.blocks.at(
      0,
    )!
    expect([merged.start_time, merged.end_time]).toEqual([0, 6])
    expect(merged.tags.map(({ tag_uuid }) => tag_uuid)).toEqual(['a-7-0', 'n1'])
  })
})

describe('replacing', () => {
  const all = (query: string, replacement: string, speaker?: number): Operation => {
    return (document) =>
      replaceAll(document, { query, replacement, ...(speaker === undefined ? {} : { speaker }) }).edit
  }

  it.each([
    ['ﾃﾞｰﾀ', 'data', 'A | [0 データ]と[1 ﾃﾞｰﾀ]', 'A | [0 data]と[1 data]'],
    ['データ', '', 'A | [0 データ]と\nB | x', 'A | と\nB | x'],
    ['aa', 'b', 'A | aaaaa', 'A | bba'],
    ['キ', 'k', 'A | 5㌔とキ', 'A | 5kとk'],
    ['か', 'x', 'A | か\u3099か', 'A | か\u3099x'],
    ['無い', 'x', 'A | 有る', null],
    ['', 'x', 'A | 有る', null],
    ['同じ', '同じ', 'A | 同じ', null],
  ])('UI-17 replaces all %s by %j', (query, replacement, before, after) =>
    apply(before, all(query, replacement), after),
  )

  it('EDIT-07 can be limited to a speaker', () =>
    apply('A | x\nB | x\nA | x', all('x', 'y', speakerId('B')!), 'A | x\nB | y\nA | x'))

  it('counts the hits and replaces them in one batch', () => {
    const { edit, hits } = replaceAll(parse('A | xx\nB | x').document, { query: 'x', replacement: 'y' })
    expect([hits, edit!.changes.length]).toEqual([3, 2])
  })

  it('replaces one hit, extended to whole characters', () =>
    apply('A | xか\u3099か', (document) => replaceHit(document, { uuid: 'a', start: 1, end: 2 }, 'が'), 'A | xがか'))
})

describe('speakers', () => {
  const change =
    (uuid: string, speaker: string, mode: 'individual' | 'multi', children?: string[]): Operation =>
    (document) =>
      changeSpeaker(document, { uuid, speaker_id: speakerId(speaker)!, mode, ...(children ? { children } : {}) })

  it('SPK-05 individual changes this block only', () =>
    apply('A | x\nA | y', change('a', 'C', 'individual'), 'C | x\nA | y'))
  it('SPK-05 also changes the listed children', () =>
    apply('A | x\nA | y\nA | z', change('a', 'C', 'individual', ['b', 'a']), 'C | x\nC | y\nA | z'))
  it('SPK-06 multi changes all blocks of that speaker in the file', () =>
    apply('A | x\nB | y\nA | z\n- | w', change('a', 'C', 'multi'), 'C | x\nB | y\nC | z\n- | w'))
  it('SPK-09 a block with a section name also becomes a break', () =>
    apply('A #予算 | x\nA | y\nA #結論 | z', change('a', 'C', 'multi'), 'C! #予算 | x\nC | y\nC! #結論 | z'))
  it('setting the current speaker changes nothing', () => apply('A #予算 | x', change('a', 'A', 'individual'), null))
})

it.each([
  ['A | x', ' 予算 ', 'A #予算 | x'],
  ['A | x', '予算\nの件', 'A #予算 の件 | x'],
  ['A #予算 | x', ' \u3000\n', 'A | x'],
  ['A #予算 | x', null, 'A | x'],
  ['A | x', '', null],
  ['A #予算 | x', '予算', null],
])('SEC-06 %s named %j', (before, name, after) => apply(before, (document) => setSection(document, 'a', name), after))

describe('tags', () => {
  const ranges = (...places: [string, number, number][]) => places.map(([uuid, start, end]) => ({ uuid, start, end }))
  const tag =
    (...places: [string, number, number][]): Operation =>
    (document) =>
      tagRanges(document, ranges(...places), 7, counting())
  const untag =
    (...places: [string, number, number][]): Operation =>
    (document) =>
      untagRanges(document, ranges(...places), 7)

  it.each([
    [
      'every selected range',
      [
        ['a', 0, 2],
        ['a', 3, 4],
        ['b', 0, 1],
      ],
      'A | abcd\nB | xy',
      'A | <7 ab>c<7 d>\nB | <7 x>y',
    ],
    ['independently of other tags', [['a', 0, 3]], 'A | a<8 bc>d', 'A | <7 a<8 bc>>d'],
    ['a range that overlaps the same tag and merges both', [['a', 1, 4]], 'A | <7 ab>cd', 'A | <7 abcd>'],
    ['no range that is tagged already', [['a', 1, 2]], 'A | <7 abc>', null],
    ['no empty range', [['a', 1, 1]], 'A | abc', null],
    ['whole characters', [['a', 1, 2]], 'A | x😀y', 'A | x<7 😀>y'],
  ] as const)('TAG-15 ticking tags %s', (_, places, before, after) =>
    apply(before, tag(...(places.map((place) => [...place]) as [string, number, number][])), after),
  )

  it.each([
    [
      'the touched passages completely',
      [
        ['a', 1, 2],
        ['b', 0, 1],
      ],
      'A | <7 abc>d\nB | <7 x>',
      'A | abcd\nB | x',
    ],
    ['no other tag', [['a', 0, 4]], 'A | <7 a><8 bc>d', 'A | a<8 bc>d'],
    ['no passage that only touches the range', [['a', 2, 4]], 'A | <7 ab>cd', null],
  ] as const)('TAG-16 unticking removes %s', (_, places, before, after) =>
    apply(before, untag(...(places.map((place) => [...place]) as [string, number, number][])), after),
  )
})

describe('correcting the times of a block', () => {
  const times =
    (start_time: number, end_time: number): Operation =>
    (document) =>
      correctTimes(document, 'a', { start_time, end_time })
  it.each([
    [10, 12, 'A | [10 あ][11 い]'],
    [0, 4, 'A | [0-2 あ][2-4 い]'],
    [3, 3, 'A | [3-3 あ][3-3 い]'],
    [0, 2, null],
  ])('moves the words to %d–%d s', (start, end, after) => apply('A | [0 あ][1 い]', times(start, end), after))

  it('spreads the words of a block without duration', () => {
    const flat = correctTimes(parse('A | [3-3 あ][3-3 い]').document, 'a', { start_time: 4, end_time: 6 })!
    expect(show(flat.document)).toBe('A | [4 あ][5 い]')
  })

  it.each([
    [-1, 2],
    [2, 1],
    [Number.NaN, 1],
    [0, Infinity],
  ])('rejects %d–%d s', (start, end) =>
    expect(() => times(start, end)(parse('A | x').document, { uuid: 'a', offset: 0 })).toThrow(
      expect.objectContaining({ code: 'invalid-times' }),
    ),
  )
})
