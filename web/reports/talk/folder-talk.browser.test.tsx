// The comparison of talk in a real browser: order, parts of bars, and links into the Talk tab of a file.
import type { TalkFigures, TalkRow } from '@kaiwa/contract/talk.ts'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../test/show.tsx'
import { readTalk, type TalkState } from './talk-state.ts'
import { TalkChart } from './TalkChart.tsx'
import { TalkTable } from './TalkTable.tsx'

function figures(seconds: number, share: number, more: Partial<TalkFigures> = {}): TalkFigures {
  return {
    seconds,
    share,
    turns: 4,
    median_turn: 2.25,
    longest: { uuid: 'block-9', start: 61.5, seconds: 12 },
    pace: 300.4,
    pauses: { count: 0, seconds: 0 },
    overlaps: { count: 2, seconds: 3.5 },
    questions: 5,
    ...more,
  }
}

const suzuki = { id: 7, name: '鈴木', avatar: null }

const meeting: TalkRow = {
  project_file: { id: 3, title: '<b>初回</b>', project_id: 2, created_at: '2026-11-20T03:00:00Z' },
  unit: 'characters',
  duration: 130,
  is_outdated: true,
  figures: figures(120, 1),
  speakers: [
    { speaker: suzuki, ...figures(90, 0.75, { turns: 3 }) },
    { speaker: null, ...figures(30, 0.25, { turns: 1, pace: null }) },
  ],
  speaker_count: 2,
}
const sync: TalkRow = {
  ...meeting,
  project_file: { ...meeting.project_file, id: 4, title: 'Sync' },
  unit: 'words',
  is_outdated: false,
  figures: figures(60, 1, { pace: 150 }),
  speakers: Array.from({ length: 4 }, (_, at) => ({
    speaker: { id: 20 + at, name: `話者${at + 1}`, avatar: null },
    ...figures(15, 0.25),
  })),
  speaker_count: 30,
}

async function open(change: Partial<TalkState> = {}) {
  const onChange = vi.fn<(change: Partial<TalkState>) => void>()
  const state = { ...readTalk(new URLSearchParams()), ...change }
  const rows = [meeting, sync]
  const screen = await show(
    <MemoryRouter>
      {state.view === 'chart' ? (
        <TalkChart rows={rows} state={state} />
      ) : (
        <TalkTable rows={rows} state={state} onChange={onChange} />
      )}
    </MemoryRouter>,
    'reports',
    'analysis',
  )
  const textOf = (part: Element) => [...part.children].map((cell) => (cell as HTMLElement).innerText.trim())
  const tableRows = () => [...screen.container.querySelectorAll('tbody tr')].map(textOf)
  return { screen, onChange, tableRows }
}

it('shows the figures of each file, and of each speaker after a click', async () => {
  const { screen, tableRows } = await open()
  expect(tableRows()[0]?.slice(2)).toEqual(['02:00', '4', '2.3秒', '12秒', '300文字/分', '–', '2回・3.5秒', '5'])
  expect(tableRows()[1]?.slice(6, 7)).toEqual(['150語/分'])
  await expect.element(screen.getByText('更新中')).toBeVisible()
  await screen.getByRole('button', { name: '「<b>初回</b>」の話者ごとの値を表示' }).click()
  const [, first, second] = tableRows()
  expect(first?.slice(0, 4)).toEqual(['鈴木', '75%', '01:30', '3'])
  expect([second?.[0], second?.[1], second?.[6]]).toEqual(['話者不明', '25%', '–'])
})

it.each([
  ['「<b>初回</b>」の会話を表示', '/projects/2/files/3?tab=parse&view=talk'],
  ['鈴木 75%', '/projects/2/files/3?tab=parse&view=talk&speaker=7'],
  ['話者不明 25%', '/projects/2/files/3?tab=parse&view=talk&speaker=-1'],
  ['「<b>初回</b>」を01:01から再生', '/projects/2/files/3?block=block-9%7C61.5&t=61.5'],
])('the link "%s" leads to %s', async (name, address) => {
  const { screen } = await open()
  await expect.element(screen.getByRole('link', { name, exact: true }).first()).toHaveAttribute('href', address)
})

it('a chosen speaker is in the link of the file, and alone in the share', async () => {
  const { screen } = await open({ speaker: 7 })
  const link = screen.getByRole('link', { name: '「<b>初回</b>」の会話を表示' })
  await expect.element(link).toHaveAttribute('href', '/projects/2/files/3?tab=parse&view=talk&speaker=7')
  expect(screen.container.querySelector('tbody [data-column=share]')?.textContent).toBe('鈴木 75%')
})

it('more speakers than three are counted, and a click shows them with the number of all', async () => {
  const { screen, tableRows } = await open()
  await screen.getByRole('button', { name: 'ほか27人' }).click()
  expect(tableRows()).toHaveLength(2 + 4 + 1)
  await expect.element(screen.getByText('話者30人のうち、発話時間の長い4人を表示しています。')).toBeVisible()
})

afterEach(() => page.viewport(414, 896))

it('the heads of the columns have one line each in a window of 1440 px beside the folders', async () => {
  await page.viewport(1152, 800)
  const { screen } = await open()
  await expect.element(screen.getByRole('table')).toBeVisible()
  /** Whether the last line of a text is below its first one. */
  const isBroken = (head: Element) => {
    const range = document.createRange()
    range.selectNodeContents(head)
    const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)
    return Math.max(...tops) - Math.min(...tops) > 12
  }
  const heads = [...screen.container.querySelectorAll('thead th')]
  expect(heads.filter(isBroken).map((head) => head.textContent)).toEqual([])
  const table = screen.getByRole('table').element()
  expect(table.getBoundingClientRect().width).toBeLessThanOrEqual(1152)
})

it('the heads of the columns of a wide table order the files and say how', async () => {
  await page.viewport(1280, 800)
  const { screen, onChange } = await open({ sort: 'pace', direction: 'desc' })
  await expect
    .element(screen.getByRole('columnheader', { name: '話す速さ' }))
    .toHaveAttribute('aria-sort', 'descending')
  await screen.getByRole('button', { name: '話す速さ' }).click()
  await screen.getByRole('button', { name: '質問' }).click()
  await screen.getByRole('button', { name: 'ファイル', exact: true }).click()
  expect(onChange.mock.calls.map(([change]) => change)).toEqual([
    { sort: 'pace', direction: 'asc' },
    { sort: 'questions', direction: 'desc' },
    { sort: 'title', direction: 'asc' },
  ])
})

it.each<[string, Partial<TalkState>, number[][], string[]]>([
  [
    'talk time is divided into speakers',
    { measure: 'seconds' },
    [
      [75, 25],
      [12.5, 12.5, 12.5, 12.5],
    ],
    ['02:00', '01:00'],
  ],
  ['paces in characters and words have own scales', { measure: 'pace' }, [[100], [100]], ['300文字/分', '150語/分']],
  ['the median is not divided', { measure: 'median' }, [[100], [100]], ['2.3秒', '2.3秒']],
  [
    'turns beyond the listed speakers are the rest',
    { measure: 'share' },
    [
      [75, 25],
      [25, 25, 25, 25],
    ],
    ['鈴木 75%', '話者1 25%'],
  ],
])('chart: %s', async (_name, change, widths, values) => {
  const { screen } = await open({ view: 'chart', ...change })
  const lines = [...screen.container.querySelectorAll('ol > li')]
  const widthsOf = (line: Element) =>
    [...line.querySelectorAll('rect')].map((part) => Number(part.getAttribute('width')))
  expect(lines.map(widthsOf)).toEqual(widths)
  expect(lines.map((line) => line.lastElementChild?.textContent)).toEqual(values)
})

it('the legend of the chart names speakers of the same name with their file', async () => {
  const [first] = sync.speakers
  const unnamed: TalkRow = {
    ...meeting,
    speakers: [{ ...first!, speaker: { id: 40, name: '話者1', avatar: null }, seconds: 99 }],
  }
  const state = readTalk(new URLSearchParams('view=chart'))
  const screen = await show(
    <MemoryRouter>
      <TalkChart rows={[unnamed, sync]} state={state} />
    </MemoryRouter>,
    'reports',
    'analysis',
  )
  const names = [...screen.container.querySelectorAll('ul > li')].map((item) => item.textContent)
  expect(names).toEqual(['話者1（<b>初回</b>）', '話者1（Sync）', '話者2', '話者3', '話者4'])
})

it('links and buttons are at least 24 px high', async () => {
  const { screen } = await open()
  for (const target of screen.container.querySelectorAll('tbody :is(a, button)'))
    expect(target.getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
})
