import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import type { SummaryItem, SummaryPart } from '@kaiwa/contract/summaries.ts'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  changeItem,
  type Draft,
  type DraftItem,
  lacksText,
  moveItem,
  rebaseDraft,
  removeItem,
  toDraft,
  toEditedItems,
} from './edit-items.ts'

function cite(number: number, quote: string): Citation {
  const place = { file_id: 1, project_id: 1, file_title: '', block_uuid: 'A' }
  return { number, quote, ...place, range: null, time: 0, speaker: null }
}

/**
 * `a b` are items with these texts as ids; `a:q,r` has the citations q and r, numbered through the part; `a@B` begins at
 * the block B.
 */
function part(items: string, version = 1, name: SummaryPart['part'] = 'to_dos'): SummaryPart {
  let number = 0
  const read = items.split(' ').flatMap((one): SummaryItem[] => {
    const [place = '', quotes = ''] = one.split(':')
    const [id = '', block = null] = place.split('@')
    const citations = quotes.split(',').flatMap((quote) => (quote === '' ? [] : [cite((number += 1), quote)]))
    const details = { owner: null, due: null, block_uuid: block, time: null }
    return id === '' ? [] : [{ id, text: id, ...details, citations, is_edited: false }]
  })
  const never = { error: null, is_outdated: false, generated_at: null, edited_by: null, edited_at: null }
  return { part: name, status: 'ready', items: read, version, ...never }
}

/** The notation of `part`; `+` is an item without an id. */
function show({ items }: Draft): string {
  return items
    .map(({ id, text, citations }) => {
      const quotes = citations.map(({ number, quote }) => `${quote}${number}`).join(',')
      return `${id === null ? '+' : ''}${text}${quotes && `:${quotes}`}`
    })
    .join(' ')
}

const draft = toDraft(part('a:q,r b:s c'))

describe('an edit', () => {
  it.each<[string, Draft, string]>([
    ['moves an item up', moveItem(draft, 'b', -1), 'b:s3 a:q1,r2 c'],
    ['moves an item down', moveItem(draft, 'b', 1), 'a:q1,r2 c b:s3'],
    ['leaves the first where it is', moveItem(draft, 'a', -1), 'a:q1,r2 b:s3 c'],
    ['leaves the last where it is', moveItem(draft, 'c', 1), 'a:q1,r2 b:s3 c'],
    ['deletes an item', removeItem(draft, 'a'), 'b:s3 c'],
    ['changes an item', changeItem(draft, 'c', { text: 'd' }), 'a:q1,r2 b:s3 d'],
    ['adds an item', addItem(draft), 'a:q1,r2 b:s3 c +'],
  ])('%s', (_, changed, expected) => expect(show(changed)).toBe(expected))

  it('sends trimmed texts, null for what is unknown, the kept citations, and no line that was never filled in', () => {
    const typed = changeItem(addItem(draft), 'a', { text: ' x ', owner: ' 佐藤 ', due: ' ', citations: [cite(2, 'r')] })
    expect(toEditedItems(removeItem(typed, 'b'))).toEqual([
      { id: 'a', text: 'x', owner: '佐藤', due: null, citations: [2] },
      { id: 'c', text: 'c', owner: null, due: null, citations: [] },
    ])
  })

  it.each<[string, Partial<DraftItem>, { lacks: boolean; sent: number }]>([
    ['a line that was never filled in is not sent', {}, { lacks: false, sent: 0 }],
    ['a line of spaces is not sent', { text: ' ', due: ' ' }, { lacks: false, sent: 0 }],
    ['a line with an assignee only lacks its text', { owner: '佐藤' }, { lacks: true, sent: 1 }],
    ['a line with a date only lacks its text', { due: '金曜日' }, { lacks: true, sent: 1 }],
    ['a line with text is sent', { text: '送る', due: '金曜日' }, { lacks: false, sent: 1 }],
  ])('%s', (_, typed, { lacks, sent }) => {
    const added = addItem(toDraft(part('')))
    const filled = changeItem(added, added.items[0]!.key, typed)
    expect([filled.items.map(lacksText), toEditedItems(filled).length]).toEqual([[lacks], sent])
  })

  it('an earlier item whose text was removed lacks it', () => {
    const [item] = changeItem(draft, 'a', { text: ' ' }).items
    expect(lacksText(item!)).toBe(true)
  })
})

describe('when another person has changed the part', () => {
  const typed = changeItem(removeItem(draft, 'c'), 'a', { text: 'x', citations: [cite(2, 'r')] })
  it.each([
    ['the numbers of citations follow', 'b:s a:q,r', 'x:r3 b:s1'],
    ['a deleted item is added again, without citations', 'b:s', '+x b:s1'],
    ['a citation that was removed is not kept', 'a:q b:s', 'x b:s2'],
    ['an item that was added is replaced', 'a:q,r b:s d', 'x:r2 b:s3'],
    ['an empty part takes what was typed', '', '+x +b'],
    ['an item that was written again is replaced by its citations', 'e:q,r b:s', 'x:r2 b:s3'],
    ['items of other citations are not replaced', 'e:t f', '+x +b'],
    ['every item is replaced once', 'e:r,s', 'x:r1 +b'],
  ])('%s', (_, latest, expected) => {
    const rebased = rebaseDraft(typed, part(latest, 7))
    expect(show(rebased)).toBe(expected)
    expect(rebased.version).toBe(7)
  })

  it('suggested sections keep their block, and one that is not suggested any more is left out', () => {
    const sections = changeItem(toDraft(part('a@A b@B', 1, 'sections')), 'a', { text: 'x' })
    const { version, items } = rebaseDraft(sections, part('c@A d@C', 7, 'sections'))
    expect([version, items.map(({ id, text }) => [id, text])]).toEqual([7, [['c', 'x']]])
  })
})
