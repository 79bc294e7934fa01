import { describe, expect, it } from 'vitest'
import { type Anchor, type AnchoredBlock, moveAnchors, type TouchedBlocks } from './move-anchors.ts'
import { netChangesBetween } from './changes.ts'
import { term } from './test/factories.ts'
import { randomDocument, randomOf } from './test/random-document.ts'
import { randomOperation, type State } from './test/random-operation.ts'
import { toModel } from './test/oracle.ts'

/** `A@10 text` is the block A at 10 s; the passage of the anchor is in brackets. */
function block(line: string): AnchoredBlock {
  const [, uuid, at, marked] = /^(\w+)@(\d+) ([^]*)$/.exec(line) as unknown as [string, string, string, string]
  const content = marked.replaceAll(/[[\]]/g, '')
  return { uuid, content, start_time: Number(at), end_time: Number(at) + 5, terms: [] }
}

function anchorIn(lines: readonly string[]): Anchor {
  const line = lines.find((one) => one.includes('['))!
  const { uuid, start_time } = block(line)
  const marked = line.slice(line.indexOf(' ') + 1)
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const text = marked.slice(start + 1, end + 1)
  return {
    block_uuid: uuid,
    start_offset: start,
    end_offset: end,
    text,
    quote: text,
    time: start_time,
    is_removed: false,
  }
}

/** The blocks with the passage in brackets again, or 'removed'. */
function shown(anchor: Anchor, lines: readonly string[]): readonly string[] | 'removed' {
  if (anchor.is_removed) return 'removed'
  return lines.map((line) => {
    const { uuid, content } = block(line)
    if (uuid !== anchor.block_uuid) return line
    const { start_offset: start, end_offset: end } = anchor
    expect(content.slice(start, end)).toBe(anchor.text)
    return `${line.slice(0, line.indexOf(' '))} ${content.slice(0, start)}[${anchor.text}]${content.slice(end)}`
  })
}

function change(before: readonly string[], after: readonly string[], anchor = anchorIn(before)) {
  const [moved] = moveAnchors([anchor], { before: before.map(block), after: after.map(block) })
  return moved as Anchor
}

function plain(line: string): string {
  return line.replaceAll(/[[\]]/g, '')
}

describe('a passage follows', () => {
  it.each<[name: string, before: string[], after: string[]]>([
    ['text typed before it', ['A@0 来週の[定例会議]です'], ['A@0 えっと、来週の[定例会議]です']],
    ['text typed inside it', ['A@0 来週の[定例会議]です'], ['A@0 来週の[定例の会議]です']],
    ['text typed at its edges, which stays outside', ['A@0 [定例]です'], ['A@0 今の[定例]会です']],
    ['the replacement of a part of it', ['A@0 来週の[定例会議]です'], ['A@0 来週の[定例会]です']],
    ['its exact replacement', ['A@0 来週の[会議]です'], ['A@0 来週の[商談]です']],
    ['a change inside of a word that it shares', ['A@0 [good] morning'], ['A@0 [gooood] morning']],
    ['a split before it', ['A@0 前半です。後半の[結論]です。'], ['A@0 前半です。', 'B@3 後半の[結論]です。']],
    ['a split after it', ['A@0 前半の[結論]です。後半です。'], ['A@0 前半の[結論]です。', 'B@3 後半です。']],
    [
      'a split through it, in the larger part',
      ['A@0 これは[とても長い結論]です'],
      ['A@0 これはとて', 'B@3 [も長い結論]です'],
    ],
    ['a join with the block before', ['A@0 はい。', 'B@3 その[結論]です。'], ['A@0 はい。その[結論]です。']],
    [
      'a join of three blocks',
      ['A@0 はい。', 'B@3 ええ。', 'C@6 その[はい]です。'],
      ['A@0 はい。ええ。その[はい]です。'],
    ],
    [
      'a join and a correction in one save',
      ['A@0 はい。', 'B@3 その[結論]です。'],
      ['A@0 はい、その大事な[結論]です。'],
    ],
    ['the second of two equal texts', ['A@0 はい。はい。[はい]。'], ['A@0 そう、はい。はい。[はい]。']],
    [
      'text that is cut and pasted into the next block',
      ['A@0 さて[来期の計画]です', 'B@3 次です'],
      ['A@0 さてです', 'B@3 次です[来期の計画]'],
    ],
    ['the removal of an emoji before it', ['A@0 😀😁[😂]です'], ['A@0 😀[😂]です']],
    ['an emoji typed before it', ['A@0 [😁]です'], ['A@0 😀[😁]です']],
    ['the replacement of an ideograph in it', ['A@0 今日は[𠮷田]さん'], ['A@0 今日は[𠮟田]さん']],
    ['the replacement of an ideograph before it', ['A@0 𠮷[田]さん'], ['A@0 𠮟[田]さん']],
    [
      'changes of other blocks in the same save',
      ['A@0 甲', 'B@3 [乙の話]', 'C@6 丙'],
      ['A@0 甲甲', 'B@3 ええと[乙の話]', 'C@6 丙丙'],
    ],
  ])('%s', (_name, before, after) => {
    expect(shown(change(before, after.map(plain)), after.map(plain))).toEqual(after)
  })

  it('the join of a passage that a split had cut, as a whole', () => {
    const whole = ['A@0 これは[とても長い結論]です']
    const cut = ['A@0 これはとて', 'B@3 も長い結論です']
    const half = change(whole, cut)
    expect(half.text).toBe('も長い結論')
    expect(shown(change(cut, whole.map(plain), half), whole.map(plain))).toEqual(whole)
  })
})

describe('a passage that is gone', () => {
  it.each<[name: string, before: string[], after: string[]]>([
    ['with its text', ['A@0 来週の[定例会議]です'], ['A@0 来週のです']],
    ['with an emoji between others', ['A@0 😀[😁]😂です'], ['A@0 😀😂です']],
    ['with its block', ['A@0 はい', 'B@3 [結論]です'], ['A@0 はい']],
    [
      'although the same text stands elsewhere',
      ['A@0 [ありがとうございます]。', 'B@3 ありがとうございます。次'],
      ['A@0 。', 'B@3 ありがとうございます。次に'],
    ],
  ])('%s', (_name, before, after) => {
    const anchor = anchorIn(before)
    const moved = change(before, after)
    expect(moved).toEqual({ ...anchor, is_removed: true })
  })

  it.each<[name: string, lost: string[], back: string[]]>([
    ['a restored version of its block', ['A@0 来週のです'], ['A@0 来週の[定例会議]です']],
    ['its block, which was deleted', [], ['A@0 来週の[定例会議]です']],
    ['a new block with its text near its time', [], ['N@4 では[定例会議]を']],
  ])('returns with %s', (_name, lost, back) => {
    const before = ['A@0 来週の[定例会議]です']
    const gone = change(before, lost)
    expect(gone.is_removed).toBe(true)
    expect(shown(change(lost, back.map(plain), gone), back.map(plain))).toEqual(back)
  })

  it('returns with its text in other widths', () => {
    const gone = { ...anchorIn(['A@0 [KPI 会議]']), is_removed: true }
    expect(shown(change([], ['N@4 ではＫＰＩ　会議を'], gone), ['N@4 ではＫＰＩ　会議を'])).toEqual([
      'N@4 では[ＫＰＩ　会議]を',
    ])
  })

  it('does not return with the same text far away in the recording, or with a short text a little away', () => {
    expect(change([], ['N@90 では定例会議を'], { ...anchorIn(['A@0 [定例会議]']), is_removed: true }).is_removed).toBe(
      true,
    )
    expect(change([], ['N@20 はい'], { ...anchorIn(['A@0 [はい]']), is_removed: true }).is_removed).toBe(true)
  })
})

describe('a transcript that is recognised again', () => {
  function recognised(anchor: Anchor, after: readonly AnchoredBlock[]): Anchor {
    return moveAnchors([anchor], { before: [], after, isReplacement: true })[0]!
  }
  const anchor = anchorIn(['A@40 来週の[定例会議について]です'])

  it('keeps a passage at the nearest equal text', () => {
    const after = ['N@0 定例会議について', 'M@38 定例会議について', 'O@60 定例会議について'].map(block)
    expect(recognised(anchor, after)).toMatchObject({
      block_uuid: 'M',
      start_offset: 0,
      end_offset: 8,
      is_removed: false,
    })
  })

  it('measures by the times of words', () => {
    const terms = [term('はい', 0, 30, 31), term('はい', 2, 41, 42)]
    const after = [{ uuid: 'N', content: 'はいはい', start_time: 30, end_time: 45, terms }]
    expect(recognised({ ...anchor, text: 'はい', quote: 'はい', time: 41 }, after)).toMatchObject({
      start_offset: 2,
      end_offset: 4,
      time: 41,
    })
  })

  it('marks a passage that is recognised differently as removed, with its quote and time', () => {
    expect(recognised(anchor, [block('N@38 定例会について')])).toEqual({ ...anchor, is_removed: true })
  })
})

it('extends a passage that cuts a surrogate pair', () => {
  const anchor = { ...anchorIn(['A@0 [😀]です']), end_offset: 1, quote: '別' }
  expect(change(['A@0 😀です'], ['A@0 はい😀です'], anchor)).toMatchObject({
    text: '😀',
    start_offset: 2,
    end_offset: 4,
  })
})

it('reads the text of a block no more often for 500 removed passages than for one', () => {
  const reads = (count: number) => {
    let found = 0
    const after = Object.defineProperty(block('A@0 ＫＰＩです'), 'content', {
      get: () => {
        found++
        return 'ＫＰＩです'
      },
    })
    const gone = { ...anchorIn(['B@0 [無い]箇所']), is_removed: true }
    const anchors = Array.from({ length: count }, (_, index) => ({ ...gone, quote: `無い${index}` }))
    expect(moveAnchors(anchors, { before: [], after: [after] })).toEqual(anchors)
    // The budget of a search reads the length once.
    return found - count
  }
  expect(reads(500)).toBe(reads(1))
})

it('compares the texts of joined blocks once, also for passages in many blocks', () => {
  const before = Array.from({ length: 40 }, (_, index) => block(`B${index}@0 これは${index}番目です。`))
  const text = before.map(({ content }) => content.replace('です', 'でした')).join('')
  const reads = (blockOf: (index: number) => number) => {
    let found = 0
    const joined = Object.defineProperty(block('N@0 -'), 'content', {
      get: () => {
        found++
        return text
      },
    })
    const anchors = before.map((_, index) => ({
      ...anchorIn(['A@0 [これ]は']),
      block_uuid: `B${blockOf(index)}`,
    }))
    const moved = moveAnchors(anchors, { before, after: [joined] })
    expect(moved.map(({ block_uuid, text: now }) => [block_uuid, now])).toEqual(anchors.map(() => ['N', 'これ']))
    return found
  }
  expect(reads((index) => index)).toBe(reads(() => 0))
})

it('leaves anchors of other blocks untouched', () => {
  const anchor = anchorIn(['A@0 [結論]'])
  const touched = { before: [block('B@3 乙')], after: [block('B@3 結論')] }
  expect(moveAnchors([anchor], touched)[0]).toBe(anchor)
})

it('R6 random edits keep a passage with a unique text exactly where the text is', () => {
  let checked = 0
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomOf(seed)
    let document = randomDocument(random)
    const first = [...document.blocks][0]!
    const [left, text] = ['頭', '独自の箇所']
    const content = left + text + first.content
    document = { ...document, blocks: document.blocks.put([{ ...first, content, terms: [], tags: [] }]) }
    let state: State = { document, model: [...document.blocks].map(toModel) }
    let anchor: Anchor = {
      block_uuid: first.uuid,
      start_offset: left.length,
      end_offset: left.length + text.length,
      text,
      quote: text,
      time: 0,
      is_removed: false,
    }
    for (let save = 0; save < 12; save++) {
      const saved = state.document
      for (let round = 0; round <= random(3); round++) {
        const { edit, model } = randomOperation(state, random, () => `new-${seed}-${save}-${round}-${random(1e9)}`)
        state = { document: edit?.document ?? state.document, model }
      }
      anchor = moveAnchors([anchor], touchedBlocks(saved, state.document))[0]!
      // Reference result: search in every block.
      const places = [...state.document.blocks].filter((one) => one.content.includes(text))
      if (places.length === 1 && places[0]!.content.indexOf(text) === places[0]!.content.lastIndexOf(text)) {
        checked++
        expect([seed, save, anchor.block_uuid, anchor.start_offset, anchor.is_removed]).toEqual([
          seed,
          save,
          places[0]!.uuid,
          places[0]!.content.indexOf(text),
          false,
        ])
      }
      const now = state.document.blocks.get(anchor.block_uuid)
      if (!anchor.is_removed) expect(now?.content.slice(anchor.start_offset, anchor.end_offset)).toBe(anchor.text)
    }
  }
  expect(checked).toBeGreaterThan(200)
})

function touchedBlocks(saved: State['document'], document: State['document']): TouchedBlocks {
  const changed = new Set(netChangesBetween(saved, document).map(({ uuid }) => uuid))
  const of = ({ blocks }: State['document']) => [...blocks].filter(({ uuid }) => changed.has(uuid))
  return { before: of(saved), after: of(document) }
}

describe('hostile texts', () => {
  const long = (uuid: string, content: string) => ({ ...block(`${uuid}@0 -`), content })

  it('a passage in which a book is inserted keeps its first 2,000 characters', () => {
    const before = [long('A', '最初と最後')]
    const anchor = { ...anchorIn(['A@0 [最初と最後]']) }
    const content = `最初${'あ'.repeat(90_000)}と最後`
    const [next] = moveAnchors([anchor], { before, after: [long('A', content)] })
    expect(next).toMatchObject({ start_offset: 0, end_offset: 2_000, text: content.slice(0, 2_000) })
    expect(moveAnchors([next!], { before: [long('A', content)], after: before })).toEqual([anchor])
  })

  const gone = { ...anchorIn(['A@0 [無い]箇所']), block_uuid: 'Z', is_removed: true }

  it('a text that occurs in each of many blocks is compared a limited number of times', () => {
    let compared = 0
    const after = Array.from({ length: 200 }, (_, n) =>
      // The distance of an occurrence reads the words of its block.
      Object.defineProperty(long(`B${n}`, 'ab'.repeat(500)), 'terms', {
        get: () => {
          compared++
          return []
        },
      }),
    )
    expect(moveAnchors([{ ...gone, text: 'a', quote: 'a' }], { before: [], after })[0]).toMatchObject({ text: 'a' })
    expect(compared).toBeGreaterThan(0)
    // An occurrence reads them twice; the last block may exceed the limit.
    expect(compared).toBeLessThan(2 * (10_000 + 1_000))
  })

  // The time limit is the check: a linear search needs a second, and one that takes the product of both lengths 26 s. It
  // runs in the transaction of a save.
  const hard = `${'a'.repeat(1_000)}b${'a'.repeat(999)}`
  it.each<[string, object, { before: ReturnType<typeof long>[]; after: ReturnType<typeof long>[] }]>([
    [
      'a text that nearly occurs everywhere',
      { ...gone, text: hard, quote: hard },
      { before: [], after: [long('B', 'a'.repeat(99_000)), long('C', 'a'.repeat(99_000))] },
    ],
    [
      'a quote that nearly stands around its rest',
      { ...gone, block_uuid: 'A', is_removed: false, text: 'a', quote: hard, start_offset: 9_000, end_offset: 9_001 },
      { before: [long('A', 'a'.repeat(100_000))], after: [long('A', `${'a'.repeat(90_000)}b`)] },
    ],
  ])(
    '500 passages with %s are moved in linear time',
    (_, anchor, touched) => {
      const anchors = Array.from({ length: 500 }, () => ({ ...anchorIn(['A@0 [無い]箇所']), ...anchor }))
      expect(moveAnchors(anchors, touched)).toHaveLength(500)
    },
    10_000,
  )
})
