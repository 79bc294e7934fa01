// The body of a search for deals.
//
// A name is searched with the operator CONTAINS_TOKEN on `dealname`, twice, as two filter groups of which one must match.
// The plain word finds Japanese: HubSpot cuts it into characters (katakana into pairs), and a word of several characters is
// found where they follow each other. With wildcards, `*word*` finds parts of words that are written with spaces between
// them, such as `Acme` by `acm`; on Japanese a wildcard may find nothing, because no token has that many characters. The
// parameter `query` is not used: it searches other properties as well, and only for beginnings of words.
import type { DealSearch } from './hubspot-api.ts'

/** HubSpot takes six filters in a group; two are for pipeline and stage. Further words are not searched for. */
const MAX_WORDS = 4
export const LIST_PROPERTIES = ['dealname', 'pipeline', 'dealstage', 'amount'] as const
/** Maximum number of deals that one search of HubSpot finds; a page that ends beyond is refused. */
export const MAX_FOUND = 10_000

interface SentFilter {
  propertyName: string
  operator: 'EQ' | 'CONTAINS_TOKEN'
  value: string
}

function wordsOf(query: string): string[] {
  return query
    .replaceAll(/[*?]/g, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
}

export interface SearchRequest {
  filterGroups: { filters: SentFilter[] }[]
  sorts: { propertyName: string; direction: 'DESCENDING' }[]
  properties: string[]
  limit: number
  after: string
}

/** Null: the page lies beyond what HubSpot finds. */
export function searchRequest({ pipeline, stage, query = '', after, limit }: DealSearch): SearchRequest | null {
  const allowed = Math.min(limit, MAX_FOUND - after)
  if (allowed <= 0) return null
  const equal = (propertyName: string, value: string | undefined): SentFilter[] =>
    value === undefined ? [] : [{ propertyName, operator: 'EQ', value }]
  const fixed = [...equal('pipeline', pipeline), ...equal('dealstage', stage)]
  const words = wordsOf(query)
  const named = (form: (word: string) => string): { filters: SentFilter[] } => ({
    filters: [
      ...fixed,
      ...words.map((word): SentFilter => ({ propertyName: 'dealname', operator: 'CONTAINS_TOKEN', value: form(word) })),
    ],
  })
  const groups = words.length === 0 ? [{ filters: fixed }] : [named((word) => word), named((word) => `*${word}*`)]
  return {
    filterGroups: groups.filter(({ filters }) => filters.length > 0),
    sorts: [{ propertyName: 'hs_lastmodifieddate', direction: 'DESCENDING' }],
    properties: [...LIST_PROPERTIES],
    limit: allowed,
    after: String(after),
  }
}
