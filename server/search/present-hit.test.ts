import { expect, it } from 'vitest'
import { presentHits } from './present-hit.ts'

it('the event loop has turns while long texts are searched', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const content = `Ａ${'ｂ'.repeat(60_000)}`
  const rows = Array.from({ length: 6 }, (_, n) => ({ uuid: String(n), start_time: n, content }))
  const hits = await presentHits(rows, '会議', 'ab')
  clearImmediate(timer)
  expect(hits.map(({ id, marks }) => [id, marks])).toEqual(rows.map(({ uuid }) => [uuid, [{ start: 0, end: 2 }]]))
  expect(turns).toBeGreaterThanOrEqual(5)
})
