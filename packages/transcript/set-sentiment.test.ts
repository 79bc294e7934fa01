import { describe, expect, it } from 'vitest'
import { applyAll, applyChanges, toChangeSet } from './changes.ts'
import type { EditableBlock } from './editable-block.ts'
import { mergeVersions } from './merge-versions.ts'
import { setSentiment, withSentiment } from './set-sentiment.ts'
import { parse } from './test/notation.ts'
import { typeText } from './type-text.ts'

const [base] = parse('A | 値段が高い').document.blocks as unknown as [EditableBlock]
const angry = withSentiment(base, -1)
const happy = withSentiment(base, 1)
const edited = { ...base, content: '値段が高いです' }

/** `+` or `-` with `!` for a choice, and the text. */
function read({ sentiment, is_sentiment_manual: isManual, content }: EditableBlock): string {
  return `${sentiment}${isManual ? '!' : ''} ${content}`
}

describe('merging two versions of a block', () => {
  it.each<[string, EditableBlock, EditableBlock, string, boolean]>([
    ['keeps my choice next to the text of others', angry, edited, '-1! 値段が高いです', false],
    ['keeps the choice of others next to my text', edited, angry, '-1! 値段が高いです', false],
    ['keeps my choice when a new analysis differs', angry, { ...base, sentiment: 0.4 }, '-1! 値段が高い', false],
    ['takes the sentiment of a new analysis', edited, { ...base, sentiment: 0.4 }, '0.4 値段が高いです', false],
    ['reports two different choices', angry, happy, '-1! 値段が高い', true],
    ['has no conflict when both choose the same', happy, { ...happy, content: 'はい' }, '1! はい', false],
  ])('%s', (_, mine, theirs, expected, isConflict) => {
    const merged = mergeVersions(base, mine, theirs)
    expect(read(merged.block)).toBe(expected)
    expect(merged.isConflict).toBe(isConflict)
  })
})

it('an edit of the text keeps the chosen sentiment', () => {
  const chosen = setSentiment(parse('A | 高い').document, 'a', -1)!.document
  const typed = typeText(chosen, { uuid: 'a', start: 2, end: 2 }, 'です')!.document
  expect(read(typed.blocks.get('a')!)).toBe('-1! 高いです')
})

it('an undo returns to the sentiment of the analysis, also for other clients', () => {
  const { document } = parse('A | 高い')
  const chosen = setSentiment(document, 'a', -1)!
  const undone = applyAll(chosen.document, chosen.inverse)
  const [before, after] = [chosen.document.blocks.get('a')!, undone.blocks.get('a')!]
  const set = toChangeSet([{ uuid: 'a', before, after, previous: null }], undone)
  expect(set.sentiment).toEqual([{ block_uuid: 'a', sentiment: 0, is_manual: false }])
  expect(read(applyChanges(chosen.document, set, 3).document.blocks.get('a')!)).toBe('0 高い')
})

it('changes nothing when the same sentiment was chosen before', () => {
  expect(setSentiment(setSentiment(parse('A | x').document, 'a', 1)!.document, 'a', 1)).toBeNull()
})
