import { describe, expect, it } from 'vitest'
import { choosePair, countFilters, readReport, rowsQuery, tableQuery, writeReport } from './report-state.ts'

function search(text: string) {
  return new URLSearchParams(text)
}

describe('the report of a URL', () => {
  it('is who speaks in which mood by default', () => {
    expect(readReport(search(''))).toEqual({
      first: 'speakers',
      second: 'emotions',
      keyword: '',
      option: null,
      tags: [],
      emotion: 'all',
      speakers: [],
      text: '',
      cell: null,
      page: 1,
      view: 'table',
      measure: 'count',
    })
  })

  it.each([
    ['first_condition=tags&second_condition=speakers', 'tags speakers'],
    ['REP-04 first_condition=tags&second_condition=tags', 'speakers emotions'],
    ['first_condition=tags&second_condition=keyword', 'speakers emotions'],
    ['first_condition=tags', 'speakers emotions'],
    ['first_condition=x&second_condition=sentence', 'speakers emotions'],
  ])('%s → %s', (text, pair) => {
    const { first, second } = readReport(search(text.replace(/^REP-04 /, '')))
    expect(`${first} ${second}`).toBe(pair)
  })

  it.each([
    ['emotion=angry&keyword_option=2&page=-1&view=x&measure=y', {}],
    ['tags=1&tags=x&tags=-2&tags=1&tags=3', { tags: [1, 3] }],
    ['speakers=-1&speakers=7&speakers=0', { speakers: [-1, 7] }],
    ['keyword=+%E4%BE%A1%E6%A0%BC+&keyword_option=3', { keyword: '価格', option: 3 }],
    [
      'row=7&page=4&view=chart&measure=minutes',
      { cell: { row: '7', column: null }, page: 4, view: 'chart', measure: 'minutes' },
    ],
  ])('%s', (text, state) => expect(readReport(search(text))).toEqual({ ...readReport(search('')), ...state }))

  it.each([
    ['speakers', 'emotions', '-1', 'neutral', true],
    ['speakers', 'emotions', 'abc', 'neutral', false],
    ['speakers', 'emotions', '7', 'angry', false],
    ['speakers', 'emotions', '99999999999', 'neutral', false],
    ['tags', 'sentence', '3', '', true],
    ['tags', 'sentence', '3', 'x', false],
    ['keyword', 'sentence', '3:価格', '', true],
    ['keyword', 'sentence', '価格', '', false],
    ['keyword', 'sentence', `3:${'価'.repeat(1_000)}`, '', true],
    ['keyword', 'sentence', `3:${'価'.repeat(1_001)}`, '', false],
  ])('%s, %s: the cell %s, %s is a choice: %s', (first, second, row, column, isChoice) => {
    const parameters = new URLSearchParams({ first_condition: first, second_condition: second, row, column })
    expect(readReport(parameters).cell).toEqual(isChoice ? { row, column } : null)
  })

  it.each([
    [
      'tab=3&folder=below',
      { first: 'tags', second: 'speakers' },
      'tab=3&folder=below&first_condition=tags&second_condition=speakers',
    ],
    ['tab=3&page=4&row=7&column=positive', { emotion: 'negative' }, 'tab=3&emotion=negative'],
    ['tab=3&page=4&row=7', { page: 5 }, 'tab=3&row=7&page=5'],
    ['tab=3&page=4&row=7', { view: 'chart' }, 'tab=3&row=7&page=4&view=chart'],
    ['tab=3&page=4', { cell: { row: '7', column: null } }, 'tab=3&row=7'],
    ['tab=3&row=7', { cell: null }, 'tab=3'],
    ['tab=3', { speakers: [7, -1], tags: [2] }, 'tab=3&tags=2&speakers=7&speakers=-1'],
    ['tab=3&emotion=positive', { emotion: 'all' }, 'tab=3'],
  ] as const)('from %s with %j: %s', (from, change, to) => {
    expect(writeReport(search(from), change).toString()).toBe(to)
  })
})

describe('REP-08 the choice of a classification', () => {
  it.each([
    ['speakers', 'emotions', { first: 'tags' }, 'tags', 'speakers'],
    ['speakers', 'emotions', { first: 'emotions' }, 'emotions', 'speakers'],
    ['speakers', 'emotions', { second: 'speakers' }, 'emotions', 'speakers'],
    ['keyword', 'sentence', { first: 'sentence' }, 'sentence', 'keyword'],
    ['keyword', 'sentence', { second: 'tags' }, 'sentence', 'tags'],
    ['sentence', 'speakers', { first: 'tags' }, 'tags', 'speakers'],
  ] as const)('%s with %s, then %j: %s with %s', (first, second, change, nextFirst, nextSecond) => {
    expect(choosePair({ first, second }, change)).toEqual({ first: nextFirst, second: nextSecond })
  })
})

describe('the calls', () => {
  const report = readReport(
    search(
      'first_condition=keyword&second_condition=speakers&search_text=x&speakers=7&speakers=8&row=3%3Acrm&column=-1',
    ),
  )

  it('REP-11 use the names of the specification', () => {
    expect(tableQuery(report, { scope: 'below' })).toEqual({
      first_condition: 'keyword',
      second_condition: 'speakers',
      emotion: 'all',
      speakers: [7, 8],
      search_text: 'x',
      scope: 'below',
    })
  })

  it('for rows contain the chosen number', () => {
    expect(rowsQuery(report, { scope: 'folder' })).toMatchObject({
      keyword: 'crm',
      keyword_option: 3,
      speakers: [-1],
      search_text: 'x',
    })
  })

  it('count the filters', () => expect(countFilters(report)).toBe(2))
})
