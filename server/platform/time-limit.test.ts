import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { openTimeLimit } from './time-limit.ts'

it('aborts with its reason when the time is over', async () => {
  const { signal, reason } = openTimeLimit(0.01)
  await once(signal, 'abort')
  expect(signal.reason).toBe(reason)
  expect(reason).toMatchObject({ name: 'TimeoutError', message: 'took longer than 0.01 s' })
})

it('keeps nothing of a work that has ended', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const works: WeakRef<object>[] = []
  const run = (): void => {
    const limit = openTimeLimit(3_600)
    const transcript = { text: '議事録' }
    limit.signal.addEventListener('abort', () => transcript)
    works.push(new WeakRef(transcript))
    limit.clear()
  }
  for (let n = 0; n < 5; n += 1) run()
  const kept = (): number => {
    collect()
    return works.filter((work) => work.deref() !== undefined).length
  }
  await expect.poll(kept).toBe(0)
})
