import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import { UploadDialog } from './UploadDialog.tsx'

const CONFIG = { max_file_mb: 100, max_file_minutes: 1 }
const INSTALLATION = { languages: ['ja'], detects_language: false }

/** The bodies of announcements, and what the server answers to them; other calls of the page are answered as follows. */
let announced: { name: string; num_speaker: number | null; language: string }[][]
let answer: () => Response
beforeEach(() => {
  announced = []
  answer = () => Response.json({ error: 'E_FORBIDDEN' }, { status: 403 })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/upload-url')) {
      announced.push(((await request.json()) as { files: (typeof announced)[number] }).files)
      return answer()
    }
    return Response.json(pathname.endsWith('/installation') ? INSTALLATION : CONFIG)
  })
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

/** A WAV file of silence: one channel, 8,000 samples of one byte per second. */
function wav(name: string, seconds: number): File {
  const bytes = new Uint8Array(44 + seconds * 8_000).fill(128)
  const view = new DataView(bytes.buffer)
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at)
  text(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  text(8, 'WAVEfmt ')
  for (const [at, value] of [
    [16, 16],
    [24, 8_000],
    [28, 8_000],
  ] as const)
    view.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    view.setUint16(at, value, true)
  text(36, 'data')
  view.setUint32(40, seconds * 8_000, true)
  return new File([bytes], name)
}

function open(...files: File[]) {
  return show(
    <QueryClientProvider client={queryClient}>
      <UploadDialog folder={7} files={files} onClose={() => undefined} />
    </QueryClientProvider>,
    'uploads',
  )
}

it('shows the whole name and the duration of each file', async () => {
  const name = `${'とても長い名前の録音 '.repeat(8)}.wav`
  const screen = await open(wav(name, 30))
  const shown = screen.getByText(name.trim())
  await expect.element(shown).toBeVisible()
  const { scrollWidth, clientWidth } = shown.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  await expect.element(screen.getByText('0.23 MB · 0:30')).toBeVisible()
})

it('works on a page without https, where browsers have no crypto.randomUUID', async () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function')
  })
  const screen = await open(wav('a.wav', 5))
  await expect.element(screen.getByText('a.wav', { exact: true })).toBeVisible()
})

it('shows the choices of a file whole and inside of its row on a phone', async () => {
  await page.viewport(390, 844)
  const screen = await open(wav('a.wav', 5), wav('b.wav', 5))
  const name = screen.getByText('a.wav', { exact: true })
  await expect.element(name).toBeVisible()
  const row = name.element().closest('li')!
  const { left, right } = row.getBoundingClientRect()
  const parts = [...row.querySelectorAll('select, button')]
  expect(parts).toHaveLength(3)
  for (const part of parts) {
    const box = part.getBoundingClientRect()
    expect([box.left >= left, box.right <= right]).toEqual([true, true])
  }
  for (const select of row.querySelectorAll('select')) expect(select.clientWidth).toBeGreaterThan(180)
})

it('leaves out files that cannot be uploaded, says why, and announces the others', async () => {
  const screen = await open(wav('a.wav', 5), new File(['議事録'], '議事録.txt'), wav('long.wav', 61), wav('b.wav', 5))
  const out = screen.getByRole('alert')
  await expect.element(out.getByText('次の2件はアップロードされません。')).toBeVisible()
  await expect.element(out.getByText('議事録.txt')).toBeVisible()
  await expect.element(out.getByText('長さの上限を超えました。上限は1分です。')).toBeVisible()
  await screen.getByRole('button', { name: '2件をアップロード' }).click()
  await expect.poll(() => announced.map((files) => files.map(({ name }) => name))).toEqual([['a.wav', 'b.wav']])
})

it('leaves out the file that the server refuses, and keeps the others for another start', async () => {
  answer = () =>
    Response.json({ error: 'E_UNPROCESSABLE_ENTITY', errors: { 'files.1.name': ['max'] } }, { status: 422 })
  const screen = await open(wav('a.wav', 5), wav('b.wav', 5), wav('c.wav', 5))
  await screen.getByRole('button', { name: '3件をアップロード' }).click()
  const out = screen.getByRole('alert')
  await expect.element(out.getByText('b.wav')).toBeVisible()
  await expect.element(out.getByText('ファイル名が長すぎるか、使えない文字が含まれています')).toBeVisible()
  await screen.getByRole('button', { name: '2件をアップロード' }).click()
  await expect.poll(() => announced.at(-1)?.map(({ name }) => name)).toEqual(['a.wav', 'c.wav'])
})

it('applies speakers and language to all files, and shows where they differ', async () => {
  const screen = await open(wav('a.wav', 5), wav('b.wav', 5))
  const ofAll = screen.getByRole('combobox', { name: 'すべてのファイルの話者の人数' })
  await ofAll.selectOptions('3')
  await screen.getByRole('combobox', { name: 'すべてのファイルの音声の言語' }).selectOptions('en')
  await expect.element(screen.getByText('文字起こしはまだできません').first()).toBeVisible()
  await screen.getByRole('combobox', { name: 'b.wavの話者の人数' }).selectOptions('2')
  await expect.element(ofAll).toHaveDisplayValue('話者：ファイルごと')
  await screen.getByRole('button', { name: '2件をアップロード' }).click()
  await expect
    .poll(() => announced.at(-1)?.map(({ num_speaker, language }) => [num_speaker, language]))
    .toEqual([
      [3, 'en'],
      [2, 'en'],
    ])
})
