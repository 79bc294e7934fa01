// Matroska files with packets before time 0, made by hand: hostile ones must end, and never as an unknown error.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { originalKey } from './keys.ts'
import { PreparationFailure } from './preparation-failure.ts'
import { withTimedOriginal } from './shift-matroska.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

/** An element of any size: its id, a size of four bytes, its content. */
function element(id: string, ...content: (Buffer | number)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x1000_0000 + body.length)
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

const EBML = element('1a45dfa3', 0x42)
const VOID = element('ec')
/** A block of track 1, two seconds before the time of its cluster. */
const early = element('a3', 0x81, 0xf8, 0x30, 0x80, 9)
const late = element('a3', 0x81, 0x03, 0xe8, 0x80, 9)

function cluster(time: Buffer, ...blocks: Buffer[]) {
  return element('1f43b675', element('e7', time), ...blocks)
}

async function shifted(...clusters: Buffer[]): Promise<Buffer> {
  const id = crypto.randomUUID()
  await test.app.storage.put(originalKey(id), Buffer.concat([EBML, element('18538067', ...clusters)]))
  return withTimedOriginal(test.app, id, AbortSignal.timeout(60_000), (path) => readFile(path))
}

it('all clusters are moved, and blocks are kept', async () => {
  const empty = Buffer.concat(Array.from({ length: 50_000 }, () => VOID))
  const bytes = await shifted(cluster(Buffer.of(0), early), empty, cluster(Buffer.of(9, 0), late))
  const times = [...bytes.toString('hex').matchAll(/e788([\da-f]{16})/g)].map(([, time]) => Number.parseInt(time!, 16))
  expect(times).toEqual([2_000, 2_304 + 2_000])
  expect([bytes.includes(early), bytes.includes(late), bytes.includes(VOID)]).toEqual([true, true, false])
})

it.each([
  ['too large for a number', Buffer.alloc(8, 255)],
  ['longer than a time', Buffer.alloc(400, 255)],
])('a cluster time that is %s is refused as a broken file', async (_, time) => {
  const failure = await shifted(cluster(Buffer.of(0), early), cluster(time, late)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PreparationFailure)
  expect(failure).toMatchObject({ note: { key: 'broken-media' } })
})
