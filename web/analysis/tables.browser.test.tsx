import type { Block } from '@kaiwa/contract/transcripts.ts'
import { block, term } from '@kaiwa/transcript/test/factories.ts'
import { afterEach, beforeEach, describe, expect, it, vi, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../platform/query-client.ts'
import { openAnalysis } from './test/open-analysis.tsx'

/** Calls that change something. */
let changes: unknown[]
/** Answer of the next change. */
let answer: Response
beforeEach(async () => {
  queryClient.clear()
  changes = []
  answer = Response.json({ success: true })
  await page.viewport(1200, 900)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href)
    if (init?.method !== 'PATCH' && init?.method !== 'POST') return new Promise(() => undefined)
    changes.push([url.pathname, typeof init.body === 'string' && JSON.parse(init.body)])
    return Promise.resolve(answer)
  })
})
afterEach(() => vi.restoreAllMocks())

/** Blocks of three seconds; the emotions are positive, neutral and negative, repeated; the speakers alternate. */
function talk(count: number): Block[] {
  return Array.from({ length: count }, (_, at) =>
    block({
      uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      content: `発話${at}です`,
      start_time: at * 3,
      end_time: at * 3 + 3,
      sentiment: [0.5, 0, -0.5][at % 3]!,
      speaker_id: 1 + (at % 2),
    }),
  )
}

function rowsOf(table: ReturnType<Awaited<ReturnType<typeof openAnalysis>>['screen']['getByRole']>) {
  return [...table.element().querySelectorAll('tbody > tr')]
}

function centreOf(element: Element): [number, number] {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
}

describe('the emotion table', () => {
  const open = (query = '', more = {}) => openAnalysis({ blocks: talk(45), query: `view=emotions${query}`, ...more })
  const tableOf = ({ screen }: Awaited<ReturnType<typeof open>>) => screen.getByRole('table', { name: '感情評価' })

  it('ANA-06 is a table of 20 blocks per page, with the page in the address', async () => {
    const opened = await open()
    expect(rowsOf(tableOf(opened))).toHaveLength(20)
    await opened.screen.getByRole('button', { name: '3ページ目' }).click()
    await expect.poll(() => rowsOf(tableOf(opened))).toHaveLength(5)
    expect(opened.address()).toBe('?view=emotions&page=3')
  })

  it('breaks the lines of Japanese text between phrases', async () => {
    const { documentElement: root } = document
    const { lang } = root
    onTestFinished(() => root.setAttribute('lang', lang))
    root.lang = 'ja'
    const opened = await open()
    const cell = rowsOf(tableOf(opened))[0]!.querySelector('td[data-column=text] button')!
    expect(getComputedStyle(cell).wordBreak).toBe('auto-phrase')
  })

  it('filters by emotion and speaker and sorts by time and emotion, from the address and into it', async () => {
    const opened = await open('&emotion=negative&sort=-time')
    const texts = () => rowsOf(tableOf(opened)).map((row) => row.querySelector('[data-column=text]')?.textContent)
    expect(texts().slice(0, 3)).toEqual(['発話44です', '発話41です', '発話38です'])
    expect(tableOf(opened).getByRole('columnheader', { name: '時間' }).element().ariaSort).toBe('descending')
    await tableOf(opened).getByRole('button', { name: '感情' }).click()
    await expect.poll(opened.address).toBe('?view=emotions&emotion=negative&sort=emotion')
    await opened.screen.getByRole('combobox', { name: '感情', exact: true }).selectOptions('すべて')
    await expect.poll(() => rowsOf(tableOf(opened))).toHaveLength(20)
    expect(texts()[0]).toBe('発話2です')
  })

  it('can be sorted on a phone', async () => {
    await page.viewport(390, 844)
    const opened = await open()
    const sort = tableOf(opened).getByRole('button', { name: '時間' })
    await sort.click()
    await expect.poll(opened.address).toBe('?view=emotions&sort=-time')
    await expect.element(sort).toBeInViewport()
    expect(document.elementFromPoint(...centreOf(sort.element()))?.closest('button')).toBe(sort.element())
  })

  it('two changes of filters in the same moment are both kept', async () => {
    const opened = await open()
    const filter = opened.screen.getByRole('combobox', { name: '感情', exact: true }).element() as HTMLSelectElement
    const sort = tableOf(opened).getByRole('button', { name: '感情' }).element() as HTMLElement
    filter.value = 'negative'
    filter.dispatchEvent(new Event('change', { bubbles: true }))
    sort.click()
    await expect.poll(opened.address).toBe('?view=emotions&emotion=negative&sort=emotion')
  })

  it('ANA-07 ANA-08 an editor chooses positive, neutral or negative', async () => {
    const opened = await open()
    await opened.screen.getByRole('combobox', { name: '00:03の発話の感情' }).selectOptions('ネガティブ')
    const body = { block_uuid: talk(2)[1]!.uuid, sentiment: -1 }
    await expect.poll(() => changes).toEqual([[expect.stringMatching(/\/blocks\/sentiment$/), body]])
    // The change as it is sent to all who have the file open.
    const sentiment = [{ ...body, is_manual: true }]
    const set = { blocks: [], insert: [], delete: [], speaker: [], section: [], sentiment }
    opened.session.applyRemoteSaves([{ revision: 2, edited_by: null, edited_at: '', changes: set }])
    await expect.element(rowOf(opened, 1).getByRole('img', { name: '手動で設定した感情' })).toBeVisible()
  })

  it('ANA-07 a viewer sees the emotions without a choice', async () => {
    const opened = await open('', { canEdit: false })
    expect(tableOf(opened).getByRole('combobox').elements()).toEqual([])
    expect(rowsOf(tableOf(opened))[0]?.querySelector('[data-emotion]')?.textContent).toBe('ポジティブ')
  })

  it('a refused change returns to the emotion before', async () => {
    answer = Response.json({ error: 'E_LOCKED' }, { status: 409 })
    const opened = await open()
    const choice = opened.screen.getByRole('combobox', { name: '00:00の発話の感情' })
    await choice.selectOptions('ネガティブ')
    await expect.poll(() => changes).toHaveLength(1)
    await expect.element(choice).toHaveValue('positive')
  })

  it('in edit mode a change is an edit that can be undone', async () => {
    const opened = await open()
    opened.session.setEditing(true)
    const choice = opened.screen.getByRole('combobox', { name: '00:00の発話の感情' })
    await choice.selectOptions('ネガティブ')
    await expect.poll(() => opened.session.toSave()?.changes.sentiment).toHaveLength(1)
    opened.session.undo()
    expect([opened.session.toSave(), changes]).toEqual([null, []])
    await expect.element(choice).toHaveValue('positive')
  })

  it('a row plays its block and shows it in the transcript', async () => {
    const opened = await open()
    await rowOf(opened, 2).getByRole('button', { name: '00:06から再生' }).click()
    expect([opened.player.time(), opened.player.getState().playing]).toEqual([6, true])
    await rowOf(opened, 2).getByRole('button', { name: '発話2です' }).click()
    expect(opened.calls).toEqual([['show', talk(3)[2]!.uuid]])
  })

  it.each([0, 1])('shows %d blocks', async (count) => {
    const opened = await openAnalysis({ blocks: talk(count), query: 'view=emotions' })
    if (count === 0) await expect.element(opened.screen.getByText('条件に合う発話がありません。')).toBeVisible()
    else expect(rowsOf(tableOf(opened))).toHaveLength(1)
  })

  function rowOf(opened: Awaited<ReturnType<typeof open>>, at: number) {
    return tableOf(opened)
      .getByRole('row')
      .nth(at + 1)
  }
})

describe('the keyword table', () => {
  /** A block with `count` different nouns, the later ones lighter; the first word three times. */
  function keywords(count: number): Block[] {
    const word = (at: number, time: number) => ({
      ...term(`語${at}`, time * 3, time, time + 1),
      base: `語${at}`,
      type: at === 1 ? (7 as const) : (3 as const),
      score: 1 - at / 100,
    })
    const terms = Array.from({ length: count }, (_, at) => word(at, at))
    return [
      block({ uuid: 'a', speaker_id: 1, content: terms.map(({ text }) => text.padEnd(3)).join(''), terms }),
      block({ uuid: 'b', speaker_id: 2, content: '語2　語2', terms: [word(2, 0), word(2, 1)], start_time: 60 }),
    ]
  }
  const open = (query = '') => openAnalysis({ blocks: keywords(14), query: `view=keywords${query}` })
  const tableOf = ({ screen }: Awaited<ReturnType<typeof open>>) => screen.getByRole('table', { name: 'キーワード' })

  it('ANA-09 is a table of 10 words per page, with part of speech, count, score and shares of speakers', async () => {
    const opened = await open()
    const cells = (at: number) => [...rowsOf(tableOf(opened))[at]!.children].map((cell) => cell.textContent)
    expect(rowsOf(tableOf(opened))).toHaveLength(10)
    expect(cells(1)).toEqual(['語1', '動詞', '1', '0.99', '山田 100%'])
    expect(cells(2)).toEqual(['語2', '名詞', '3', '0.98', '佐藤 67% · 山田 33%'])
    await opened.screen.getByRole('button', { name: '2ページ目' }).click()
    await expect.poll(() => rowsOf(tableOf(opened))).toHaveLength(4)
    expect(opened.address()).toBe('?view=keywords&page=2')
  })

  it('sorts and filters by the address', async () => {
    const opened = await open('&sort=count&types=3')
    expect(rowsOf(tableOf(opened))[0]?.firstChild?.textContent).toBe('語2')
    await expect.element(opened.screen.getByText('13件の言葉')).toBeVisible()
    await tableOf(opened).getByRole('button', { name: '重要度' }).click()
    await expect.poll(opened.address).toBe('?view=keywords&types=3')
  })

  it('opening a word lists its places, which play and lead to the transcript', async () => {
    const opened = await open()
    await tableOf(opened).getByRole('button', { name: '語2', exact: true }).click()
    const places = opened.screen.getByRole('list', { name: '「語2」が話された箇所' })
    expect(places.getByRole('listitem').elements()).toHaveLength(3)
    await places.getByRole('button', { name: '00:02から再生' }).click()
    expect(opened.player.time()).toBe(2)
    await places.getByRole('button', { name: /語2/ }).first().click()
    expect(opened.calls).toEqual([['show', 'a']])
  })

  it('marks the word in its places in the colours of the theme', async () => {
    const { documentElement: root } = document
    onTestFinished(() => root.setAttribute('data-mantine-color-scheme', 'light'))
    const opened = await open()
    await tableOf(opened).getByRole('button', { name: '語2', exact: true }).click()
    const places = opened.screen.getByRole('list', { name: '「語2」が話された箇所' })
    const colour = () => getComputedStyle(places.element().querySelector('mark')!).backgroundColor
    const light = colour()
    root.setAttribute('data-mantine-color-scheme', 'dark')
    expect(colour()).not.toBe(light)
  })

  it('offers a new analysis to editors when words were typed since the last one', async () => {
    const typed = [{ ...keywords(3)[0]!, content: '新しい言葉' + keywords(3)[0]!.content.slice(5) }]
    const { screen } = await openAnalysis({ blocks: typed, query: 'view=keywords' })
    await screen.getByRole('button', { name: '解析し直す' }).click()
    await expect
      .poll(() => changes)
      .toEqual([[expect.stringMatching(/\/transcripts\/1\/reanalyze$/), expect.anything()]])
    const seen = await openAnalysis({ blocks: typed, query: 'view=keywords', canEdit: false })
    expect(seen.screen.container.textContent).not.toContain('解析し直す')
  })

  it('says that there are no words', async () => {
    const { screen } = await openAnalysis({ blocks: [block()], query: 'view=keywords' })
    await expect.element(screen.getByText('条件に合う言葉がありません。')).toBeVisible()
  })
})

describe('the figures of talk', () => {
  it('shows the figures of each speaker and the timeline, which seeks', async () => {
    const blocks = [
      block({ uuid: 'a', speaker_id: 1, start_time: 0, end_time: 30, content: 'いつ届きますか？' }),
      block({ uuid: 'b', speaker_id: 2, start_time: 30, end_time: 40, content: '明日です。' }),
    ]
    const { screen, player } = await openAnalysis({ blocks, query: 'view=talk' })
    const table = screen.getByRole('table', { name: '会話' })
    const cells = (at: number) => [...rowsOf(table)[at]!.children].map((cell) => cell.textContent)
    expect(cells(0)).toEqual(['山田', '75% 00:30', '1', '30秒', '30秒00:00', '14文字/分', '–', '–', '1'])
    expect(cells(1).slice(0, 4)).toEqual(['佐藤', '25% 00:10', '1', '10秒'])
    const everyone = [...table.element().querySelector('tfoot tr')!.children].map((cell) => cell.textContent)
    expect(everyone.slice(0, 4)).toEqual(['全員', '100% 00:40', '2', '20秒'])
    const lane = screen.container.querySelector<HTMLElement>('button:has(svg path)')!
    const { left, top, width } = lane.getBoundingClientRect()
    lane.dispatchEvent(
      new MouseEvent('click', { bubbles: true, detail: 1, clientX: left + width / 2, clientY: top + 4 }),
    )
    expect(player.time()).toBeCloseTo(20, 0)
  })

  it.each([390, 1200])('figures of a long recording stay within their cells at a width of %d', async (width) => {
    await page.viewport(width, 900)
    const blocks = [block({ uuid: 'a', speaker_id: 1, start_time: 36_000, end_time: 38_000, content: 'はい' })]
    const { screen } = await openAnalysis({ blocks, query: 'view=talk' })
    const table = screen.getByRole('table', { name: '会話' })
    await expect.element(table).toBeVisible()
    const cells = [...table.element().querySelectorAll('tbody td')]
    expect(cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([])
  })

  it.each([
    ['2', ['佐藤']],
    ['-1', ['話者不明']],
    ['9', []],
    ['x', []],
  ])('the speaker %s of the address is marked', async (speaker, names) => {
    const blocks = [1, 2, null].map((speaker_id, at) =>
      block({ uuid: `b${at}`, speaker_id, start_time: at * 10, end_time: at * 10 + 5, content: 'はい' }),
    )
    const { screen } = await openAnalysis({ blocks, query: `view=talk&speaker=${speaker}` })
    await expect.element(screen.getByRole('table', { name: '会話' })).toBeVisible()
    const marked = screen.container.querySelectorAll('tr[aria-current] th')
    expect([...marked].map((cell) => cell.textContent)).toEqual(names)
  })

  it.each([
    ['no blocks', []],
    ['one block without a duration', [block({ start_time: 0, end_time: 0, content: 'はい' })]],
    ['one unknown speaker', [block({ speaker_id: null, content: 'はい' })]],
  ])('shows %s', async (name, blocks) => {
    const { screen } = await openAnalysis({ blocks, query: 'view=talk' })
    if (name === 'no blocks') await expect.element(screen.getByText('条件に合う発話がありません。')).toBeVisible()
    else await expect.element(screen.getByRole('table', { name: '会話' })).toBeVisible()
  })
})

it('ANA-01 has the side tabs word cloud, emotional assessment, keywords and talk, each with an address', async () => {
  const { screen, address } = await openAnalysis({ blocks: talk(3) })
  const tabs = screen.getByRole('tab')
  expect(tabs.elements().map((tab) => tab.textContent)).toEqual(['ワードクラウド', '感情評価', 'キーワード', '会話'])
  for (const [name, query] of [
    ['感情評価', '?view=emotions'],
    ['キーワード', '?view=keywords'],
    ['会話', '?view=talk'],
    ['ワードクラウド', ''],
  ] as const) {
    await screen.getByRole('tab', { name }).click()
    await expect.poll(address).toBe(query)
    await expect.element(screen.getByRole('tab', { name, selected: true })).toBeVisible()
  }
})
