import { block, everything, file } from '@kaiwa/exchange/test/samples.ts'
import { writeDocx } from '@kaiwa/exchange/write/write-docx.ts'
import { expect, it } from 'vitest'
import { openTestApp } from '../test/open-test-app.ts'
import { writeDocxAside } from './write-docx-aside.ts'

const talk = (blocks: number) =>
  file(...Array.from({ length: blocks }, (_, at) => block(`予算は${at}万円でお願いします。`, { by: 1 + (at % 2) })))

/** Milliseconds that this thread has computed while something was done. */
const computedFor = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

it('a long Word document is written beside the thread that answers others, who are answered meanwhile', async () => {
  const test = await openTestApp()
  const long = talk(3_000)
  await writeDocxAside(talk(1), everything)
  const here = await computedFor(() => writeDocx(long, everything))
  let answered = 0
  const aside = await computedFor(async () => {
    const written = writeDocxAside(long, everything)
    answered += (await test.http.inject('/healthz')).statusCode === 200 ? 1 : 0
    expect((await written).subarray(0, 2).toString()).toBe('PK')
  })
  await test.close()
  expect(answered).toBe(1)
  // Handing over and taking back is all that is left.
  expect(aside).toBeLessThan(here / 3)
})

it('a document that cannot be written fails alone', async () => {
  const broken = { ...talk(1), recording: null } as never
  const all = await Promise.allSettled([broken, talk(2), talk(3)].map((one) => writeDocxAside(one, everything)))
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})
