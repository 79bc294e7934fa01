// The filters of a search in SQL.
//
// CONTAINS_TOKEN compares tokens: words of other scripts, single characters of kanji and hiragana, pairs of katakana. A text
// of several tokens is found where they follow each other. `*` is any part of one token, so that a wildcard finds
// nothing in Japanese except a single character: this is the strictest reading of HubSpot's documentation.
import { type RawBuilder, sql } from 'kysely'
import { foldName } from './deals.ts'
import { invalidInput } from '../failure.ts'

export interface SentFilter {
  propertyName: string
  operator: string
  value?: string
  highValue?: string
  values?: string[]
}

const MAX_GROUPS = 5
const MAX_FILTERS = 6
const MAX_ALL_FILTERS = 18

const COLUMNS: Readonly<Record<string, string>> = { pipeline: 'pipeline', dealstage: 'stage' }

function textOf(name: string): RawBuilder<string> {
  const column = COLUMNS[name]
  return column === undefined ? sql<string>`properties->>${name}` : sql<string>`${sql.ref(column)}`
}

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々`
const PARTS = new RegExp(`[${CJK}]+|[^${CJK}]+`, 'gu')
const IS_JAPANESE = new RegExp(`^[${CJK}]`, 'u')
const IS_KATAKANA = /^[\p{Script=Katakana}ー]+$/u
/** Between tokens of Latin letters; names are folded. Japanese characters are edges. */
const EDGE = '[^a-z0-9]'
const ANY_PART = '[a-z0-9_@.-]*'

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** A regular expression of PostgreSQL for a word without spaces; null if no token can match it. */
function patternOf(word: string): string | null {
  const parts = word.match(PARTS) ?? []
  if (parts.some((part) => IS_KATAKANA.test(part) && part.length === 1)) return null
  const start = IS_JAPANESE.test(parts[0] ?? '') ? '' : `(^|${EDGE})`
  const end = IS_JAPANESE.test(parts.at(-1) ?? '') ? '' : `($|${EDGE})`
  return `${start}${escapePattern(word)}${end}`
}

/** A word with `*`: one token that has the other characters in this order. */
function wildcardOf(word: string): string | null {
  const bare = word.replaceAll('*', '')
  if (bare === '') return null
  const japanese = bare.match(PARTS)?.some((part) => IS_JAPANESE.test(part)) ?? false
  if (japanese) return [...bare].length === 1 ? escapePattern(bare) : null
  const inner = word.split('*').map((part) => escapePattern(part))
  return `(^|${EDGE})${inner.join(ANY_PART)}($|${EDGE})`
}

function containsToken(name: string, value: string): RawBuilder<boolean> {
  const target = name === 'dealname' ? sql`name` : sql`lower(normalize(properties->>${name}, NFKC))`
  const words = foldName(value)
    .split(/\s+/u)
    .filter((word) => word !== '')
  if (words.length === 0) return sql<boolean>`false`
  const conditions = words.map((word) => {
    const pattern = word.includes('*') ? wildcardOf(word) : patternOf(word)
    return pattern === null ? sql<boolean>`false` : sql<boolean>`${target} ~ ${pattern}`
  })
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const NUMBER = /^-?\d+(\.\d+)?$/
const COMPARED: Readonly<Record<string, string>> = { LT: '<', LTE: '<=', GT: '>', GTE: '>=' }

function compared(name: string, operator: string, value: string): RawBuilder<boolean> {
  if (!NUMBER.test(value)) throw invalidInput(`${value} is not a number`)
  const number = sql`case when properties->>${name} ~ '^-?[0-9]+(\\.[0-9]+)?$' then (properties->>${name})::numeric end`
  return sql<boolean>`coalesce(${number} ${sql.raw(COMPARED[operator] ?? '=')} ${value}::numeric, false)`
}

function conditionOf(filter: SentFilter): RawBuilder<boolean> {
  const { propertyName: name, operator, value = '', values = [], highValue = '' } = filter
  switch (operator) {
    case 'EQ':
      return sql<boolean>`${textOf(name)} = ${value}`
    case 'NEQ':
      return sql<boolean>`${textOf(name)} is distinct from ${value}`
    case 'IN':
      return sql<boolean>`${textOf(name)} = any(${[...values]}::text[])`
    case 'NOT_IN':
      return sql<boolean>`coalesce(${textOf(name)} <> all(${[...values]}::text[]), true)`
    case 'HAS_PROPERTY':
      return sql<boolean>`coalesce(${textOf(name)}, '') <> ''`
    case 'NOT_HAS_PROPERTY':
      return sql<boolean>`coalesce(${textOf(name)}, '') = ''`
    case 'CONTAINS_TOKEN':
      return containsToken(name, value)
    case 'NOT_CONTAINS_TOKEN':
      return sql<boolean>`not ${containsToken(name, value)}`
    case 'BETWEEN':
      return sql<boolean>`(${compared(name, 'GTE', value)} and ${compared(name, 'LTE', highValue)})`
    case 'LT':
    case 'LTE':
    case 'GT':
    case 'GTE':
      return compared(name, operator, value)
    default:
      throw invalidInput(`Invalid input JSON: operator ${operator} is unknown`)
  }
}

/** The groups are alternatives; the filters of a group hold together. */
export function conditionOfGroups(groups: readonly { filters: readonly SentFilter[] }[]): RawBuilder<boolean> {
  if (groups.length > MAX_GROUPS) throw invalidInput(`There may be at most ${MAX_GROUPS} filter groups`)
  if (groups.some(({ filters }) => filters.length > MAX_FILTERS))
    throw invalidInput(`There may be at most ${MAX_FILTERS} filters in a group`)
  if (groups.reduce((sum, { filters }) => sum + filters.length, 0) > MAX_ALL_FILTERS)
    throw invalidInput(`There may be at most ${MAX_ALL_FILTERS} filters`)
  if (groups.length === 0) return sql<boolean>`true`
  const each = groups.map(({ filters }) =>
    filters.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`(${sql.join(
          filters.map((filter) => conditionOf(filter)),
          sql` and `,
        )})`,
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** Deals whose name contains the text anywhere; of the stand-in's own list. */
export function nameCondition(text: string): RawBuilder<boolean> {
  return sql<boolean>`position(${foldName(text.trim())} in name) > 0`
}
