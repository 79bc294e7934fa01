// The parts of the Report tab in a real browser: each number and each row leads to what it counts.
import type { ReportRow, ReportTable, ReportValue } from '@kaiwa/contract/reports.ts'
import { createRef } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { show } from '../test/show.tsx'
import { CrossTable } from './CrossTable.tsx'
import { type Cell, readReport, type ReportState } from './report-state.ts'
import { ReportRows } from './ReportRows.tsx'

function value(key: string, name: string | null, count: number, more: Partial<ReportValue> = {}): ReportValue {
  return { key, name, appearance: null, speaker: null, count, seconds: count * 30, ...more }
}

const table: ReportTable = {
  rows: [value('7', '鈴木', 5), value('-1', null, 1)],
  columns: [value('positive', null, 4), value('negative', null, 2)],
  cells: [
    { row: '7', column: 'positive', count: 4, seconds: 120 },
    { row: '7', column: 'negative', count: 1, seconds: 30 },
    { row: '-1', column: 'negative', count: 1, seconds: 30 },
  ],
  row_count: 2,
  column_count: 2,
  count: 6,
  seconds: 180,
}

async function open(change: Partial<ReportState> = {}, shown = table) {
  const onCell = vi.fn<(cell: Cell) => void>()
  const onChange = vi.fn<(change: Partial<ReportState>) => void>()
  const report = { ...readReport(new URLSearchParams()), ...change }
  const screen = await show(<CrossTable report={report} table={shown} onCell={onCell} onChange={onChange} />, 'reports')
  return { screen, onCell, onChange }
}

it.each([
  ['鈴木 × ポジティブ：4。該当する行を表示', { row: '7', column: 'positive' }],
  ['話者不明 × ネガティブ：1。該当する行を表示', { row: '-1', column: 'negative' }],
  ['鈴木：5。該当する行を表示', { row: '7', column: null }],
  ['ネガティブ：2。該当する行を表示', { row: null, column: 'negative' }],
])('REP-01 the number "%s" leads to its rows', async (name, cell) => {
  const { screen, onCell } = await open()
  await screen.getByRole('button', { name, exact: true }).click()
  expect(onCell).toHaveBeenCalledExactlyOnceWith(cell)
})

it('numbers are at least 24 px high and wide', async () => {
  const { screen } = await open()
  for (const button of screen.container.querySelectorAll('td button')) {
    const { width, height } = button.getBoundingClientRect()
    expect([width >= 24, height >= 24]).toEqual([true, true])
  }
})

it('shows minutes, a combination without rows as a dash, and the chosen number as pressed', async () => {
  const { screen } = await open({ measure: 'minutes', cell: { row: '7', column: 'positive' } })
  const rows = [...screen.container.querySelectorAll('tbody tr')].map((row) =>
    (row as HTMLElement).innerText.split('\t'),
  )
  expect(rows).toEqual([
    ['鈴木', '2.0', '0.5', '2.5'],
    ['話者不明', '–', '0.5', '0.5'],
  ])
  const pressed = [...screen.container.querySelectorAll('[aria-pressed=true]')]
  expect(pressed.map((button) => button.textContent)).toEqual(['2.0'])
})

it('has one column with sentence, and shows how many values are left out', async () => {
  const words = {
    ...table,
    rows: [value('3:crm', 'CRM', 6)],
    columns: [value('', null, 6)],
    cells: [],
    row_count: 120,
    column_count: 1,
  }
  const { screen } = await open({ first: 'keyword', second: 'sentence' }, words)
  expect([...screen.container.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    'キーワード',
    '件数',
  ])
  await expect
    .element(screen.getByText('120件のうち、上位1件のキーワードを表示しています。合計にはすべてを含みます。'))
    .toBeVisible()
})

it.each(['table', 'chart'] as const)(
  'a number of a word that is too long for a filter is no button in the %s',
  async (view) => {
    const rows = [value(`3:${'長'.repeat(1_001)}`, '長い語', 6), value(`3:${'長'.repeat(1_000)}`, '短い語', 5)]
    const words = { ...table, rows, columns: [value('', null, 11)], cells: [], row_count: 2, column_count: 1 }
    const { screen } = await open({ first: 'keyword', second: 'sentence', view }, words)
    const names = screen.getByRole('button', { name: /該当する行を表示/ }).elements()
    expect(names.map((button) => button.getAttribute('aria-label'))).toEqual(['短い語：5。該当する行を表示'])
    await expect.element(screen.getByText('6', { exact: true }).first()).toBeVisible()
  },
)

it('draws bars whose parts have the lengths of the numbers, with buttons that lead to the rows', async () => {
  const { screen, onCell, onChange } = await open({ view: 'chart' })
  const bars = [...screen.container.querySelectorAll('li > svg[viewBox]')].map((bar) =>
    [...bar.querySelectorAll('rect')].map((part) => [part.getAttribute('x'), part.getAttribute('width')].map(Number)),
  )
  expect(bars).toEqual([
    [
      [0, 80],
      [80, 20],
    ],
    [[0, 20]],
  ])
  await screen.getByRole('button', { name: '鈴木：5。該当する行を表示' }).click()
  expect(onCell).toHaveBeenCalledExactlyOnceWith({ row: '7', column: null })
  await screen.getByText('時間（分）').click()
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ measure: 'minutes' })
})

const passage: ReportRow = {
  id: 1,
  project_id: 2,
  project_file_id: 3,
  uuid: 'block-1',
  transcript_block: { content: '現在の課題は予算です。', start_time: 60, updated_at: '', tags: [] },
  keyword: null,
  keyword_option: null,
  tag: { id: 9, name: '課題', appearance: '#e5484d' },
  sentiment: -1,
  speaker: null,
  updated_at: '',
  project_file: { id: 3, title: '<b>=初回</b>', project_id: 2 },
  time: 61.5,
  mark: { start: 3, end: 5 },
}

it('REP-01 a row shows its file, speaker, emotion, tag and marked text as text, and opens the file at the moment', async () => {
  const report = {
    ...readReport(new URLSearchParams('first_condition=tags&second_condition=speakers')),
    cell: { row: '9', column: null },
  }
  const tags = { ...table, rows: [value('9', '課題', 1)], columns: [] }
  const onClear = vi.fn()
  const screen = await show(
    <MemoryRouter>
      <ReportRows heading={createRef()} report={report} table={tags} rows={[passage]} total={1234} onClear={onClear} />
    </MemoryRouter>,
    'reports',
  )
  const cells = [...screen.container.querySelectorAll('tbody td')].map((cell) => cell.textContent?.trim())
  expect(cells.slice(1)).toEqual([
    '<b>=初回</b>',
    expect.stringContaining('話者不明'),
    'ネガティブ',
    '課題',
    '現在の課題は予算です。',
  ])
  expect(screen.container.querySelector('mark')?.textContent).toBe('課題')
  const link = screen.getByRole('link', { name: '「<b>=初回</b>」を01:01から再生' })
  await expect.element(link).toHaveAttribute('href', '/projects/2/files/3?block=block-1%7C61.5&t=61.5')
  await expect.element(screen.getByText('1,234件')).toBeVisible()
  await screen.getByRole('button', { name: '選択中：課題' }).click()
  expect(onClear).toHaveBeenCalledOnce()
})
