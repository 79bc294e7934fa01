import { expect, it } from 'vitest'
import { Slots } from './slots.ts'

it('an abort after a slot was handed over removes nobody else from the queue', async () => {
  const slots = new Slots(1)
  await slots.take()
  const controller = new AbortController()
  const aborted = slots.take(controller.signal)
  let hasLast = false
  const last = slots.take().then(() => (hasLast = true))
  slots.free()
  controller.abort()
  await aborted
  expect([slots.waiting, hasLast]).toEqual([1, false])
  slots.free()
  await last
  expect(hasLast).toBe(true)
})

it('an abort while waiting rejects with its reason and leaves the queue', async () => {
  const slots = new Slots(1)
  await slots.take()
  const controller = new AbortController()
  const waiting = slots.take(controller.signal)
  controller.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  expect(slots.waiting).toBe(0)
})
