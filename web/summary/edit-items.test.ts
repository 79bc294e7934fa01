import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import type { SummaryItem, SummaryPart } from '@kaiwa/contract/summaries.ts'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  changeItem,
  type Draft,
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

/** `a b` are items with these texts as ids; `a:q,r` has the citations q and r, numbered through the part. */
function part(items: string, version = 1): SummaryPart {
  let number = 0
  const read = items.split(' ').flatMap((one): SummaryItem[] => {
    const [id = '', quotes = ''] = one.split(':')
    const citations = quotes.split(',').flatMap((quote) => (quote === '' ? [] : [cite((number += 1), quote)]))
    const details = { owner: null, due: null, block_uuid: null, time: null }
    return id === '' ? [] : [{ id, text: id, ...details, citations, is_edited: false }]
  })
  const never = { error: null, is_outdated: false, generated_at: null, edited_by: null, edited_at: null }
  return { part: 'to_dos', status: 'ready', items: read, version, ...never }
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
})

describe('after a change of somebody else', () => {
  const typed = changeItem(removeItem(draft, 'c'), 'a', { text: 'x', citations: [cite(2, 'r')] })
  it.each([
    ['the numbers of citations follow', 'b:s a:q,r', 'x:r3 b:s1'],
    ['a deleted item is added again, without citations', 'b:s', '+x b:s1'],
    ['a citation that was removed is not kept', 'a:q b:s', 'x b:s2'],
    ['an item that was added is replaced', 'a:q,r b:s d', 'x:r2 b:s3'],
    ['an empty part takes what was typed', '', '+x +b'],
  ])('%s', (_, latest, expected) => {
    const rebased = rebaseDraft(typed, part(latest, 7))
    expect(show(rebased)).toBe(expected)
    expect(rebased.version).toBe(7)
  })
})
