// The state of a report in the URL of the folder page, with the names of the server call, so that a report can be shared.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import {
  checkPair,
  type Classification,
  CLASSIFICATIONS,
  EMOTION_FILTERS,
  EMOTIONS,
  type EmotionFilter,
  filtersOfValue,
  KEYWORD_OPTIONS,
  type KeywordOption,
  NO_SPEAKER,
  type Pair,
  PARTNERS,
  tablePairOf,
} from '@kaiwa/contract/report-pairs.ts'
import type { ScopedFolder } from '../tree/folder-filter.ts'
import { REPORT_PARAMETERS } from './report-parameters.ts'

/** A chosen number of the table: keys of its row and column; null for a total over that classification. */
export interface Cell {
  row: string | null
  column: string | null
}

export interface ReportState extends Pair {
  keyword: string
  option: KeywordOption | null
  tags: readonly number[]
  emotion: EmotionFilter
  speakers: readonly number[]
  text: string
  cell: Cell | null
  page: number
  view: 'table' | 'chart'
  measure: 'count' | 'minutes'
}

/** The report of a folder by default: emotions by speaker. */
export const DEFAULT_PAIR: Pair = { first: 'speakers', second: 'emotions' }

const MAX_TEXT = 200
const MAX_VALUES = 100

function oneOf<T>(values: readonly T[], text: string | null): T | undefined {
  return values.find((value) => String(value) === text)
}

function isId(id: number, least: number): boolean {
  return Number.isInteger(id) && id >= least && id !== 0 && id <= LIMITS.integerMax
}

function idsOf(search: URLSearchParams, name: string, least: number): number[] {
  const ids = search.getAll(name).map(Number)
  return [...new Set(ids.filter((id) => isId(id, least)))].slice(0, MAX_VALUES)
}

/** True if a row or column of the table can have this key. */
function isKeyOf(classification: Classification, key: string): boolean {
  switch (classification) {
    case 'keyword':
      return key.includes(':') && (filtersOfValue('keyword', key).keyword ?? '').length <= LIMITS.keywordLength
    case 'tags':
      return isId(Number(key), 1)
    case 'emotions':
      return EMOTIONS.some((emotion) => emotion === key)
    case 'speakers':
      return isId(Number(key), NO_SPEAKER)
    case 'sentence':
      return key === ''
  }
}

/** True if the rows of a cell can be shown: the name of a keyword can be too long for a filter. */
export function isSelectable(pair: Pair, { row, column }: Cell): boolean {
  const { first, second } = tablePairOf(pair)
  return (row === null || isKeyOf(first, row)) && (column === null || isKeyOf(second, column))
}

function cellOf(search: URLSearchParams, pair: Pair): Cell | null {
  const cell = { row: search.get('row'), column: search.get('column') }
  if (cell.row === null && cell.column === null) return null
  return isSelectable(pair, cell) ? cell : null
}

function pairOf(search: URLSearchParams): Pair {
  const first = oneOf(CLASSIFICATIONS, search.get('first_condition'))
  const second = oneOf(CLASSIFICATIONS, search.get('second_condition'))
  if (!first || !second || checkPair({ first, second }) !== 'allowed') return DEFAULT_PAIR
  return { first, second }
}

/** Reads the report of a URL. Values that are not allowed are ignored. */
export function readReport(search: URLSearchParams): ReportState {
  const page = Number(search.get('page'))
  const pair = pairOf(search)
  return {
    ...pair,
    keyword: (search.get('keyword') ?? '').trim().slice(0, LIMITS.keywordLength),
    option: oneOf(KEYWORD_OPTIONS, search.get('keyword_option')) ?? null,
    tags: idsOf(search, 'tags', 1),
    emotion: oneOf(EMOTION_FILTERS, search.get('emotion')) ?? 'all',
    speakers: idsOf(search, 'speakers', NO_SPEAKER),
    text: (search.get('search_text') ?? '').trim().slice(0, MAX_TEXT),
    cell: cellOf(search, pair),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    view: oneOf(['table', 'chart'], search.get('view')) ?? 'table',
    measure: oneOf(['count', 'minutes'], search.get('measure')) ?? 'count',
  }
}

/** Changes that show other rows and other numbers; only a choice of cell, page or view keeps both. */
const KEEPS_CELL: readonly (keyof ReportState)[] = ['page', 'view', 'measure']

/**
 * The URL after a change. Defaults are left out, other parameters are kept. A change of the report begins with its first
 * page, and without a chosen number.
 */
export function writeReport(search: URLSearchParams, change: Partial<ReportState>): URLSearchParams {
  const keepsCell = Object.keys(change).every((name) => KEEPS_CELL.includes(name as keyof ReportState))
  const report = { ...readReport(search), ...(keepsCell ? {} : { cell: null, page: 1 }), ...change }
  const next = new URLSearchParams(search)
  for (const name of [...REPORT_PARAMETERS, 'page']) next.delete(name)
  const set = (name: string, value: string | number | null | undefined, usual: string | number = '') => {
    if (value !== null && value !== undefined && value !== usual) next.set(name, String(value))
  }
  if (report.first !== DEFAULT_PAIR.first || report.second !== DEFAULT_PAIR.second) {
    next.set('first_condition', report.first)
    next.set('second_condition', report.second)
  }
  set('keyword', report.keyword)
  set('keyword_option', report.option)
  for (const id of report.tags) next.append('tags', String(id))
  set('emotion', report.emotion, 'all')
  for (const id of report.speakers) next.append('speakers', String(id))
  set('search_text', report.text)
  // The key of sentence is empty.
  if (report.cell?.row !== null && report.cell) next.set('row', report.cell.row)
  if (report.cell?.column !== null && report.cell) next.set('column', report.cell.column)
  set('page', report.page, 1)
  set('view', report.view, 'table')
  set('measure', report.measure, 'count')
  return next
}

/** The pair after another first or second classification was chosen: the other one gives way if they do not combine. */
export function choosePair(pair: Pair, change: Partial<Pair>): Pair {
  const next = { ...pair, ...change }
  if (checkPair(next) === 'allowed') return next
  // The previous value of the changed one, if it combines: choosing the same twice swaps them.
  const [chosen, previous] = change.first === undefined ? [next.second, pair.second] : [next.first, pair.first]
  const partners = PARTNERS[chosen]
  const other = partners.includes(previous) ? previous : (partners[0] as Classification)
  return change.first === undefined ? { first: other, second: chosen } : { first: chosen, second: other }
}

/** The filters in the form of the server call, without the chosen cell. */
export function tableQuery(report: ReportState, { scope }: Pick<ScopedFolder, 'scope'>) {
  return {
    first_condition: report.first,
    second_condition: report.second,
    ...(report.keyword === '' ? {} : { keyword: report.keyword }),
    ...(report.option === null ? {} : { keyword_option: report.option }),
    ...(report.tags.length === 0 ? {} : { tags: [...report.tags] }),
    emotion: report.emotion,
    ...(report.speakers.length === 0 ? {} : { speakers: [...report.speakers] }),
    ...(report.text === '' ? {} : { search_text: report.text }),
    scope,
  }
}

/** The same with the chosen cell: the rows that are shown and downloaded. */
export function rowsQuery(report: ReportState, scoped: Pick<ScopedFolder, 'scope'>) {
  const { row = null, column = null } = report.cell ?? {}
  return {
    ...tableQuery(report, scoped),
    ...(row === null ? {} : filtersOfValue(tablePairOf(report).first, row)),
    ...(column === null ? {} : filtersOfValue(tablePairOf(report).second, column)),
  }
}

/** Number of filters that are set. */
export function countFilters({ keyword, option, tags, emotion, speakers, text }: ReportState): number {
  return [keyword !== '', option !== null, tags.length > 0, emotion !== 'all', speakers.length > 0, text !== ''].filter(
    Boolean,
  ).length
}

export const NO_FILTERS = { keyword: '', option: null, tags: [], emotion: 'all', speakers: [], text: '' } as const
