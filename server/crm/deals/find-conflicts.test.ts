import { describe, expect, it } from 'vitest'
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import { findConflicts } from './find-conflicts.ts'
import { hasArrived } from './has-arrived.ts'

type Seen = Record<string, string | null>

function dealWith(properties: Seen): ProviderDeal {
  return { id: '1', properties, createdAt: '', updatedAt: '' }
}

describe('conflicts of a write', () => {
  function conflicts(written: Record<string, string>, now: Seen, base: Seen, overwrite: Seen = {}, chosen = written) {
    const values = new Map(Object.entries(written))
    return findConflicts(dealWith(now), { values, chosen: new Set(Object.keys(chosen)), base, overwrite })
  }
  const amount = { amount: '300' }

  it.each<[string, Seen, Seen, Seen]>([
    ['the value that the person saw', { amount: '100' }, { amount: '100' }, {}],
    ['still empty', { amount: null }, { amount: null }, {}],
    ['null and an empty text are the same', { amount: '' }, { amount: null }, {}],
    ['already what is being written', { amount: '300' }, { amount: '100' }, {}],
    ['overwritten with the value that was shown', { amount: '200' }, { amount: '100' }, { amount: '200' }],
    ['a change of another property', { amount: '100', memo: 'new' }, { amount: '100', memo: 'old' }, {}],
    [
      'an instant that is being written, in another form',
      { amount: '2026-12-01T09:00:00Z' },
      {},
      { amount: '2026-12-01T09:00:00.000Z' },
    ],
    ['an emptied value that may be overwritten', { amount: '' }, { amount: '100' }, { amount: null }],
  ])('none: %s', (_name, now, base, overwrite) => expect(conflicts(amount, now, base, overwrite)).toEqual([]))

  it.each<[string, Seen, Seen, Seen, string | null, string | null]>([
    ['changed since', { amount: '200' }, { amount: '100' }, {}, '100', '200'],
    ['emptied since', { amount: null }, { amount: '100' }, {}, '100', null],
    ['filled since', { amount: '200' }, { amount: null }, {}, null, '200'],
    ['never seen', { amount: '200' }, {}, {}, null, '200'],
    [
      'changed again after the conflict was shown',
      { amount: '250' },
      { amount: '100' },
      { amount: '200' },
      '100',
      '250',
    ],
  ])('%s', (_name, now, base, overwrite, seen, current) =>
    expect(conflicts(amount, now, base, overwrite)).toEqual([{ name: 'amount', base: seen, current }]),
  )

  it('the pipeline that was added to a stage counts as seen', () => {
    const written = { dealstage: 'won', pipeline: 'new' }
    const now = { dealstage: 'first', pipeline: 'old' }
    const chosen = { dealstage: 'won' }
    expect(conflicts(written, now, { dealstage: 'first' }, {}, chosen)).toEqual([])
    expect(conflicts(written, now, { dealstage: 'first', pipeline: 'other' }, {}, chosen)).toEqual([
      { name: 'pipeline', base: 'other', current: 'old' },
    ])
  })
})

describe('a write whose answer was lost', () => {
  const sent = [
    { name: 'amount', before: '100', after: '300' },
    { name: 'memo', before: null, after: '要点' },
    { name: 'rank', before: 'a', after: 'a' },
  ]
  it.each<[string, Seen, boolean]>([
    ['all values are there', { amount: '300', memo: '要点', rank: 'a' }, true],
    ['none is there', { amount: '100', memo: null, rank: 'a' }, false],
    ['somebody changed one afterwards', { amount: '300', memo: 'another', rank: 'b' }, true],
    ['one still has the value from before: HubSpot writes all or none', { amount: '300', memo: null }, false],
    ['somebody else wrote other values', { amount: '500', memo: 'another' }, false],
  ])('%s', (_name, now, arrived) => expect(hasArrived(sent, dealWith(now))).toBe(arrived))

  it.each([
    ['an instant without milliseconds', '2026-12-01T09:00:00.000Z', '2026-12-01T09:00:00Z', true],
    ['another instant', '2026-12-01T09:00:00.000Z', '2026-12-01T10:00:00Z', false],
    ['a list in another order', 'crm;sfa', 'sfa;crm', true],
    ['another list', 'crm;sfa', 'sfa', false],
  ])('is found as HubSpot stores it: %s', (_name, after, now, arrived) =>
    expect(hasArrived([{ name: 'a', before: null, after }], dealWith({ a: now }))).toBe(arrived),
  )

  it('has nothing to do where all values were there before', () =>
    expect(hasArrived([sent[2]!], dealWith({ rank: 'b' }))).toBe(true))
})
