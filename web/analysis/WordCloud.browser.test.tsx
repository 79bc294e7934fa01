import type { Block, Term } from '@kaiwa/contract/transcripts.ts'
import { block, term } from '@kaiwa/transcript/test/factories.ts'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../platform/query-client.ts'
import { openAnalysis } from './test/open-analysis.tsx'

beforeEach(async () => {
  queryClient.clear()
  await page.viewport(1200, 800)
})

/** A block of words `word@seconds/type`. */
function spoken(text: string, uuid = 'a'): Block {
  const terms = text.split(' ').map((one): Term => {
    const [, base = '', time, type = '3'] = /^(.+?)@([\d.]+)(?:\/(\d))?$/.exec(one)!
    const at = Number(time)
    return { ...term(base, 0, at, at + 0.5), base, score: 0.8, type: Number(type) as Term['type'] }
  })
  const times = { start_time: terms[0]!.start_time, end_time: terms.at(-1)!.end_time }
  return block({ uuid, terms, ...times, speaker_id: 1, content: terms.map((one) => one.text).join('') })
}

type Screen = Awaited<ReturnType<typeof openAnalysis>>['screen']

function cloud(screen: Screen) {
  return screen.getByRole('list', { name: 'ワードクラウド' })
}

function wordsIn(screen: Screen) {
  const found = cloud(screen).query()?.querySelectorAll('button') ?? []
  return Array.from(found, (button) => button.getAttribute('aria-label'))
}

function slider(screen: Screen) {
  return screen.getByRole('slider').element() as HTMLInputElement
}

/** Moves the slider as a hand does. */
function moveTo(input: HTMLInputElement, time: number) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, String(time))
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Waits until the layout has given each word a place, and returns these. */
async function placesIn(screen: Screen): Promise<Map<string, string>> {
  const items = () => [...cloud(screen).element().querySelectorAll<HTMLElement>('li')]
  await expect.poll(() => items().length > 0 && items().every((item) => 'placed' in item.dataset)).toBe(true)
  return new Map(items().map((item) => [item.textContent, item.getAttribute('style') ?? '']))
}

it('ANA-02 shows at most 40 words, all of them at a place', async () => {
  const text = Array.from({ length: 60 }, (_, at) => `言葉${at}番@${at / 2}`).join(' ')
  const { screen } = await openAnalysis({ blocks: [spoken(text)] })
  expect(wordsIn(screen)).toHaveLength(40)
  expect((await placesIn(screen)).size).toBe(40)
})

it('ANA-03 shows the words of the 60 seconds around the slider', async () => {
  const { screen } = await openAnalysis({ blocks: [spoken('価格@10 納期@95 納期@110 保証@140')] })
  expect(wordsIn(screen)).toEqual(['価格（1回）'])
  moveTo(slider(screen), 100)
  await expect.poll(() => wordsIn(screen)).toEqual(['納期（2回）'])
  moveTo(slider(screen), 124)
  await expect.poll(() => wordsIn(screen)).toEqual(['納期（2回）', '保証（1回）'])
  moveTo(slider(screen), 300)
  await expect.element(screen.getByText('この時間の前後には、表示できる言葉がありません。')).toBeVisible()
})

it('ANA-04 the slider has steps of 0.2 s, seeks the player and follows it', async () => {
  const { screen, player } = await openAnalysis({ blocks: [spoken('価格@10')] })
  expect(slider(screen).step).toBe('0.2')
  moveTo(slider(screen), 12.4)
  expect(player.time()).toBeCloseTo(12.4)
  player.seek(33.33)
  await expect.poll(() => slider(screen).value).toBe('33.4')
})

/** The brightness (0 to 255) of an element of the page at its right end. */
async function brightnessAtEnd(element: Element): Promise<number> {
  const picture = await page.screenshot({ element, save: false })
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!
  canvas.drawImage(image, 0, 0)
  const { data } = canvas.getImageData(image.width - 12, Math.round(image.height / 2), 1, 1)
  return (data[0]! + data[1]! + data[2]!) / 3
}

it('the track of the slider is dark in the dark theme', async () => {
  const { documentElement: root } = document
  onTestFinished(() => root.setAttribute('data-mantine-color-scheme', 'light'))
  const { screen } = await openAnalysis({ blocks: [spoken('価格@10')] })
  root.setAttribute('data-mantine-color-scheme', 'dark')
  expect(await brightnessAtEnd(slider(screen))).toBeLessThan(140)
})

it('ANA-05 shows adjectives, nouns and verbs, each with a switch', async () => {
  const { screen, address } = await openAnalysis({ blocks: [spoken('高い@1/1 価格@2/3 比べる@3/7 とても@4/0')] })
  expect(wordsIn(screen)).toEqual(['高い（1回）', '価格（1回）', '比べる（1回）'])
  await screen.getByRole('checkbox', { name: '名詞' }).click()
  await expect.poll(() => wordsIn(screen)).toEqual(['高い（1回）', '比べる（1回）'])
  expect(address()).toBe('?types=17')
  await screen.getByRole('checkbox', { name: '動詞' }).click()
  await expect.poll(() => wordsIn(screen)).toEqual(['高い（1回）'])
})

/** The rectangle around all words of the cloud, relative to its centre. */
function extentOf(screen: Screen) {
  const area = cloud(screen).element().getBoundingClientRect()
  const boxes = cloud(screen)
    .getByRole('button')
    .elements()
    .map((button) => button.getBoundingClientRect())
  const middle = { x: area.left + area.width / 2, y: area.top + area.height / 2 }
  const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))]
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))]
  return {
    width: (right - left) / area.width,
    height: (bottom - top) / area.height,
    offCentre: Math.max(
      Math.abs((left + right) / 2 - middle.x) / area.width,
      Math.abs((top + bottom) / 2 - middle.y) / area.height,
    ),
  }
}

it('few words stand together in the middle, also those that are left of many', async () => {
  const many = Array.from({ length: 36 }, (_, at) => `言葉${at}番@${at / 2}`).join(' ')
  const { screen } = await openAnalysis({ blocks: [spoken(`${many} 価格@45 納期@46 保証@47 契約@48 言葉1番@49`)] })
  await placesIn(screen)
  for (const time of [200, 75]) {
    moveTo(slider(screen), time)
    await expect.poll(() => wordsIn(screen).length).toBe(time === 200 ? 0 : 5)
  }
  const check = () => {
    const { width, height, offCentre } = extentOf(screen)
    return width < 0.5 && height < 0.6 && offCentre < 0.12
  }
  await placesIn(screen)
  await expect.poll(check).toBe(true)
})

it('a word that stays in the window keeps its place, its colour and its element', async () => {
  const text = '価格@10 価格@20 納期@21 納期@22 保証@40 契約@41 見積@75'
  const { screen } = await openAnalysis({ blocks: [spoken(text)] })
  moveTo(slider(screen), 20)
  await expect.poll(() => wordsIn(screen)).toHaveLength(4)
  const before = await placesIn(screen)
  const element = cloud(screen).getByRole('button', { name: '納期（2回）' }).element()
  const { color } = getComputedStyle(element)
  moveTo(slider(screen), 49)
  await expect.poll(() => wordsIn(screen)).toContain('見積（1回）')
  const after = await placesIn(screen)
  for (const word of ['納期2', '保証1', '契約1']) expect(after.get(word)).toBe(before.get(word))
  expect(cloud(screen).getByRole('button', { name: '納期（2回）' }).element()).toBe(element)
  expect(getComputedStyle(element).color).toBe(color)
})

it('a click on a word searches for its common beginning in the transcript', async () => {
  const forms = block({
    terms: [
      { ...term('比べる', 0, 1, 2), base: '比べる', score: 1, type: 7 },
      { ...term('比べて', 3, 2, 3), base: '比べる', score: 1, type: 7 },
    ],
  })
  const { screen, calls } = await openAnalysis({ blocks: [forms] })
  await placesIn(screen)
  await cloud(screen).getByRole('button', { name: '比べる（2回）' }).click()
  expect(calls).toEqual([['search', '比べ']])
})

it('a phone shows the words as a list', async () => {
  await page.viewport(390, 800)
  const { screen } = await openAnalysis({ blocks: [spoken('価格@1 納期@2')] })
  const [first, second] = cloud(screen).getByRole('button').elements()
  expect(first!.getBoundingClientRect().top).toBe(second!.getBoundingClientRect().top)
  expect(first!.textContent).toBe('価格1')
  expect(first!.getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
})

it('follows the edits of others', async () => {
  const { screen, session } = await openAnalysis({ blocks: [spoken('価格@1 納期@2')] })
  const saved = { uuid: 'a', content: '', start_time: 1, end_time: 2, terms: [], tags: [], is_break: false }
  const changes = { blocks: [saved], insert: [], delete: [], speaker: [], section: [] }
  session.applyRemoteSaves([{ revision: 2, edited_by: null, edited_at: '', changes }])
  await expect.element(screen.getByText('この時間の前後には、表示できる言葉がありません。')).toBeVisible()
})
