import { describe, expect, it } from 'vitest'
import type { DealSearch } from './hubspot-api.ts'
import { searchRequest } from './search-request.ts'

/** Filters as text: groups are joined by `or`. */
function filtersOf(search: Partial<DealSearch>): string | undefined {
  return searchRequest({ after: 0, limit: 50, ...search })
    ?.filterGroups.map(({ filters }) =>
      filters.map((one) => `${one.propertyName} ${one.operator} ${one.value}`).join(' and '),
    )
    .join(' or ')
}

describe('the body of a search', () => {
  it.each<[string, Partial<DealSearch>, string]>([
    ['all deals', {}, ''],
    ['a pipeline', { pipeline: 'default' }, 'pipeline EQ default'],
    ['a stage', { pipeline: 'default', stage: 'closedwon' }, 'pipeline EQ default and dealstage EQ closedwon'],
    ['a name', { query: 'アオゾラ' }, 'dealname CONTAINS_TOKEN アオゾラ or dealname CONTAINS_TOKEN *アオゾラ*'],
    [
      'words with ideographic spaces, in a stage',
      { stage: 's', query: '　青山　Nagisa ' },
      'dealstage EQ s and dealname CONTAINS_TOKEN 青山 and dealname CONTAINS_TOKEN Nagisa' +
        ' or dealstage EQ s and dealname CONTAINS_TOKEN *青山* and dealname CONTAINS_TOKEN *Nagisa*',
    ],
    ['wildcards that somebody typed', { query: '*a?*' }, 'dealname CONTAINS_TOKEN a or dealname CONTAINS_TOKEN *a*'],
    ['only wildcards and spaces', { query: ' ** ' }, ''],
  ])('asks for %s', (_name, search, expected) => {
    expect(filtersOf(search)).toBe(expected)
  })

  it('keeps to six filters in a group and eighteen in all', () => {
    const request = searchRequest({ after: 0, limit: 50, pipeline: 'p', stage: 's', query: 'a b c d e f g h' })
    const lengths = request?.filterGroups.map(({ filters }) => filters.length)
    expect(lengths).toEqual([6, 6])
  })

  it.each([
    [0, 50, 50],
    [9_950, 50, 50],
    [9_980, 50, 20],
  ])('after %i of %i asks for %i', (after, limit, expected) => {
    expect(searchRequest({ after, limit })).toMatchObject({ after: String(after), limit: expected })
  })

  it('asks for nothing beyond the 10,000 deals that HubSpot finds', () => {
    expect(searchRequest({ after: 10_000, limit: 50 })).toBeNull()
  })

  it('sorts by the last change', () => {
    expect(searchRequest({ after: 0, limit: 50 })).toMatchObject({
      sorts: [{ propertyName: 'hs_lastmodifieddate', direction: 'DESCENDING' }],
      properties: ['dealname', 'pipeline', 'dealstage', 'amount'],
    })
  })
})
