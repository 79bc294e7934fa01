import { expect, it } from 'vitest'
import { runConcurrently } from './run-concurrently.ts'

const never = new AbortController().signal

/** Ends with its signal, and then adds its name to `ended`. */
function untilAborted(ended: string[], name: string) {
  return async (signal: AbortSignal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await Promise.resolve()
    ended.push(name)
    throw signal.reason
  }
}

it('returns the result of each function', async () => {
  expect(await runConcurrently(never, [async () => 1, async () => 'two'])).toEqual([1, 'two'])
})

it('aborts all when one throws, and throws after the others have ended', async () => {
  const ended: string[] = []
  const failure = new Error('broken')
  const running = runConcurrently(never, [untilAborted(ended, 'other'), () => Promise.reject(failure)])
  await expect(running).rejects.toBe(failure)
  expect(ended).toEqual(['other'])
})

it('aborts all with the signal, and throws its reason', async () => {
  const ended: string[] = []
  const controller = new AbortController()
  const running = runConcurrently(controller.signal, [untilAborted(ended, 'one'), untilAborted(ended, 'two')])
  const reason = new Error('canceled')
  controller.abort(reason)
  await expect(running).rejects.toBe(reason)
  expect(ended).toEqual(['one', 'two'])
})
