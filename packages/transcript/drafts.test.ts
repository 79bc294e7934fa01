import { describe, expect, it } from 'vitest'
import type { Edit, EditableDocument } from './editable-document.ts'
import { type NetChange, netChangesBetween } from './changes.ts'
import { changeSpeaker } from './change-speaker.ts'
import { correctTimes } from './correct-times.ts'
import { differences } from './differences.ts'
import { mergeBack } from './merge-blocks.ts'
import { rebase } from './rebase.ts'
import { setSection } from './set-section.ts'
import { splitBlock } from './split-block.ts'
import { tagRanges, untagRanges } from './tag-ranges.ts'
import { counting, parse, show, tidy } from './test/notation.ts'
import { textDifference, textEdits } from './text-difference.ts'
import { typeText } from './type-text.ts'

type Step = (document: EditableDocument) => Edit | null

function type(uuid: string, start: number, end: number, text: string): Step {
  return (document) => typeText(document, { uuid, start, end }, text)
}

function split(uuid: string, offset: number, prefix = 'n'): Step {
  return (document) => {
    const next = counting()
    return splitBlock(document, { uuid, offset }, () => prefix + next())
  }
}

function merge(uuid: string): Step {
  return (document) => mergeBack(document, uuid, counting())
}

function tag(uuid: string, start: number, end: number, id: number): Step {
  return (document) => tagRanges(document, [{ uuid, start, end }], id, () => `t-${id}-${start}`)
}

function untag(uuid: string, id: number): Step {
  return (document) => untagRanges(document, [{ uuid, start: 0, end: 99 }], id)
}

function name(uuid: string, section: string): Step {
  return (document) => setSection(document, uuid, section)
}

function speakerTo(uuid: string, speaker_id: number): Step {
  return (document) => changeSpeaker(document, { uuid, speaker_id, mode: 'individual' })
}

function time(uuid: string, start_time: number, end_time: number): Step {
  return (document) => correctTimes(document, uuid, { start_time, end_time })
}

function run(document: EditableDocument, steps: readonly Step[]): EditableDocument {
  return steps.reduce((current, step) => step(current)!.document, document)
}

/** A stored draft and the current document, both derived from the same base. */
function part(lines: string, mine: readonly Step[], theirs: readonly Step[]) {
  const base = parse(lines).document
  const net = JSON.parse(JSON.stringify(netChangesBetween(base, run(base, mine)))) as NetChange[]
  return { net, current: run(base, theirs) }
}

describe('rebasing a draft on the current document', () => {
  it.each<[string, string, Step[], Step[], string, string]>([
    [
      'restores the typed text on an unchanged document',
      'A | x\nB | y',
      [type('a', 0, 0, '1')],
      [],
      'A | 1x\nB | y',
      '',
    ],
    [
      'keeps changes of others in other blocks',
      'A | x\nB | y',
      [type('a', 0, 0, '1')],
      [type('b', 0, 0, '2')],
      'A | 1x\nB | 2y',
      '',
    ],
    [
      'merges both sides of one text',
      'A | [0 本日]は[1 晴れ]です',
      [type('a', 0, 2, '昨日')],
      [type('a', 3, 5, '雨')],
      'A | [0 昨日]は[1 雨]です',
      '',
    ],
    ['accepts the same change on both sides', 'A | x', [type('a', 0, 1, 'z')], [type('a', 0, 1, 'z')], 'A | z', ''],
    [
      'prefers mine when both changed the same words',
      'A | 本日',
      [type('a', 0, 2, '昨日')],
      [type('a', 0, 2, '明日')],
      'A | 昨日',
      'a',
    ],
    [
      'merges my text and their tag',
      'A | 本日は晴れ',
      [type('a', 0, 0, 'ねえ、')],
      [tag('a', 3, 5, 7)],
      'A | ねえ、本日は<7 晴れ>',
      '',
    ],
    [
      'merges my tag and their text',
      'A | 本日は晴れ',
      [tag('a', 3, 5, 7)],
      [type('a', 0, 0, 'ねえ、')],
      'A | ねえ、本日は<7 晴れ>',
      '',
    ],
    ['drops a tag that either side removed', 'A | <7 x><8 y>', [untag('a', 7)], [untag('a', 8)], 'A | xy', ''],
    ['merges my speaker and their section', 'A | x', [speakerTo('a', 2)], [name('a', '予算')], 'B #予算 | x', ''],
    ['prefers my speaker and reports a conflict', 'A | x', [speakerTo('a', 2)], [speakerTo('a', 3)], 'B | x', 'a'],
    ['merges my times and their speaker', 'A | [0 x]', [time('a', 2, 4)], [speakerTo('a', 2)], 'B | [2-4 x]', ''],
    ['applies a split', 'A | xy\nB | z', [split('a', 1)], [type('b', 0, 0, '1')], 'A | x\nA | y\nB | 1z', ''],
    [
      'reports a split of a text they changed',
      'A | 本日は晴れ',
      [split('a', 3)],
      [type('a', 3, 5, '雨')],
      'A | 本日は\nA | 晴れ',
      'a',
    ],
    ['applies a merge', 'A | x\nB | y\nC | z', [merge('b')], [type('c', 0, 0, '1')], 'A | xy\nC | 1z', ''],
    [
      'reports a merge of a block they changed',
      'A | x\nB | y',
      [merge('b')],
      [type('b', 0, 0, '1')],
      'A | xy\nB | 1y',
      'b',
    ],
    [
      'reports a text change in a block they merged',
      'A | x\nB | y',
      [type('b', 0, 0, '1')],
      [merge('b')],
      'A | xy',
      'b',
    ],
    [
      'applies two consecutive splits',
      'A | xyz\nB | w',
      [split('a', 2), split('a', 1, 'm')],
      [],
      'A | x\nA | y\nA | z\nB | w',
      '',
    ],
  ])('%s', (_, lines, mine, theirs, expected, conflicts) => {
    const { net, current } = part(lines, mine, theirs)
    const rebased = rebase(current, net)
    expect(show(rebased.document)).toBe(tidy(expected))
    expect(rebased.conflicts.join()).toBe(conflicts)
    expect(
      differences(net, current)
        .filter(({ isConflict }) => isConflict)
        .map(({ uuid }) => uuid),
    ).toEqual(rebased.conflicts)
  })

  it('an already saved draft changes nothing', () => {
    const steps = [split('a', 1), merge('b'), type('a', 0, 0, '1')]
    const { net, current } = part('A | xy\nB | z\nC | w', steps, steps)
    expect(rebase(current, net)).toMatchObject({ changes: [], conflicts: [] })
  })

  it('places a block by its time when its neighbour was deleted', () => {
    const { net, current } = part('A | [0 x]\nB | [2 yy][3 z]\nC | [5 w]', [split('b', 2)], [merge('b')])
    const alone = net.filter(({ before }) => before === null)
    expect(show(rebase(current, alone).document)).toBe(tidy('A | [0 x][2 yy][3 z]\nB | [3 z]\nC | [5 w]'))
  })

  it('deletes a block that only a new analysis has changed', () => {
    const { net, current } = part('A | [0 x]\nB | [1 y]', [merge('b')], [])
    const analysed = [...current.blocks].map((block) => ({
      ...block,
      sentiment: 0.5,
      terms: block.terms.map((term) => ({ ...term, score: 0.9, base: 'form' })),
    }))
    const rebased = rebase({ ...current, blocks: current.blocks.put(analysed) }, net)
    expect([show(rebased.document), rebased.conflicts]).toEqual([tidy('A | [0 x][1 y]'), []])
  })
})

describe('displayed difference', () => {
  const shown = (before: string, after: string) =>
    textDifference(before, after)
      .map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}{${text}}`))
      .join('')
  it.each([
    ['本日は晴れです。', '本日は雨です。', '本日は-{晴れ}+{雨}です。'],
    ['good morning', 'good evening', 'good -{morning}+{evening}'],
    ['', '新しい', '+{新しい}'],
    ['同じ', '同じ', '同じ'],
    ['x', '', '-{x}'],
  ])('of %j and %j', (before, after, expected) => expect(shown(before, after)).toBe(expected))

  it('shows texts with almost nothing in common as a single removal and a single addition', () => {
    const [before, after] = ['a b '.repeat(3000), 'x y '.repeat(3000)]
    expect(textDifference(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ])
  })

  it.each([
    ['本日は晴れです。', '昨日は雨でしたよ。'],
    ['a\nb 😀', '😀a b'],
    ['', 'x'],
  ])('edits transform one text into the other: %j', (before, after) => {
    const edits = textEdits(before, after)
    let text = before
    for (const { start, end, text: typed } of edits.toReversed()) text = text.slice(0, start) + typed + text.slice(end)
    expect(text).toBe(after)
  })

  it('lists other changes per block in reading order', () => {
    const { net } = part(
      'A | x\nB | y\nC | z\nD | w',
      [speakerTo('a', 2), name('a', '予算'), tag('a', 0, 1, 7), merge('c'), split('b', 1), time('d', 5, 6)],
      [],
    )
    expect(differences(net).map(({ uuid, kind, aspects }) => `${uuid} ${kind} ${aspects.join()}`)).toEqual([
      'c removed ',
      'a changed section,speaker,tags',
      'b changed times',
      'nn1 added ',
      'd changed times',
    ])
  })

  it('ignores tags that only moved with the text', () => {
    const { net } = part('A | x<7 y>', [type('a', 0, 0, '12')], [])
    expect(differences(net)[0]!.aspects).toEqual([])
  })

  it('includes the current block, or null when it was deleted', () => {
    const { net, current } = part('A | x。\nB | y', [type('b', 0, 0, '1'), type('a', 0, 0, '2')], [merge('b')])
    const [a, b] = differences(net, current)
    expect([a!.current?.content, a!.isConflict, b!.current, b!.isConflict]).toEqual(['x。y', false, null, true])
    expect(differences(net)[0]!.current).toBeUndefined()
  })
})
