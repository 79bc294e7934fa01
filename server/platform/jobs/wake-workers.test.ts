import { expect, it } from 'vitest'
import { openWakingQueue } from './wake-workers.ts'

function open(...kinds: readonly string[]) {
  const woken: string[] = []
  const queue = openWakingQueue((worker) => void woken.push(worker))
  kinds.forEach((kind, index) => queue.add(`${kind}${index}`, kind))
  /** The workers that were woken since the last call. */
  return { queue, woken: () => woken.splice(0) }
}

it('wakes one idle worker for each job, and another one for the next', () => {
  const { queue, woken } = open('a', 'a', 'a')
  queue.notify()
  expect(woken()).toEqual(['a0'])
  queue.notify()
  queue.notify()
  queue.notify()
  expect(woken()).toEqual(['a1', 'a2', 'a0'])
})

it('wakes the next worker when one has taken a job, until all are busy', () => {
  const { queue, woken } = open('a', 'a', 'a')
  queue.notify()
  queue.begin('a0')
  queue.begin('a1')
  queue.begin('a2')
  expect(woken()).toEqual(['a0', 'a1', 'a2'])
  queue.notify()
  expect(woken()).toEqual([])
})

it('lets a worker that has finished look for the next job', () => {
  const { queue, woken } = open('a', 'a')
  queue.begin('a0')
  queue.begin('a1')
  woken()
  queue.end('a1')
  queue.notify()
  expect(woken()).toEqual(['a1', 'a1'])
})

it('wakes one worker of each kind, because one kind may not take every job', () => {
  const { queue, woken } = open('a', 'b', 'b')
  queue.notify()
  queue.begin('a0')
  expect(woken()).toEqual(['a0', 'b1', 'b2'])
})

it('wakes all workers after lost notifications', () => {
  const { queue, woken } = open('a', 'a')
  queue.begin('a0')
  woken()
  queue.notifyAll()
  expect(woken()).toEqual(['a0', 'a1'])
})
