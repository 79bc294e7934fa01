// Queue for password hashing. Hashing is expensive on purpose: it takes memory and some hundredths of a second of a core.
// The queue limits concurrency against floods of guesses. Waiting accounts take turns; known browsers have priority.
import { availableParallelism } from 'node:os'
import { Refusal } from '../../platform/refusal.ts'

/** The account of the password, and whether the request comes from a known browser of the account. */
export interface QueueKey {
  account: string
  isKnown: boolean
}

interface Limits {
  /** Number of passwords hashed at the same time. */
  concurrency: number
  /** Maximal numbers of waiting tasks. Further ones are refused with Retry-After. */
  maxPerAccount: number
  maxTotal: number
}

type Queue = Map<string, (() => void)[]>

/** Removes the first task of the first account, and moves the account to the end of the queue. */
function dequeue(queue: Queue): (() => void) | undefined {
  const [next] = queue
  if (!next) return undefined
  const [account, waiting] = next
  const task = waiting.shift()
  queue.delete(account)
  if (waiting.length > 0) queue.set(account, waiting)
  return task
}

function isFull(queue: Queue, account: string, { maxPerAccount, maxTotal }: Limits): boolean {
  if ((queue.get(account)?.length ?? 0) >= maxPerAccount) return true
  let all = 0
  for (const waiting of queue.values()) all += waiting.length
  return all >= maxTotal
}

/** Runs tasks with limited concurrency. Refuses (429) if too many tasks are waiting. */
export function createPasswordQueue(limits: Limits) {
  const knownDevices: Queue = new Map()
  const unknownDevices: Queue = new Map()
  let running = 0

  const release = (): void => {
    const next = dequeue(knownDevices) ?? dequeue(unknownDevices)
    if (next) next()
    else running -= 1
  }

  const acquire = ({ account, isKnown }: QueueKey): Promise<void> | undefined => {
    if (running < limits.concurrency) {
      running += 1
      return undefined
    }
    const queue = isKnown ? knownDevices : unknownDevices
    if (isFull(queue, account, limits)) throw new Refusal('E_TOO_MANY_REQUESTS', {}, { 'retry-after': '2' })
    return new Promise((resolve) => {
      const waiting = queue.get(account)
      if (waiting) waiting.push(resolve)
      else queue.set(account, [resolve])
    })
  }

  return async <T>(key: QueueKey, work: () => Promise<T>): Promise<T> => {
    await acquire(key)
    try {
      return await work()
    } finally {
      release()
    }
  }
}

/** The queue of this process. One thread of the pool and one core always stay free for other work. */
export const queuePasswordWork = createPasswordQueue({
  concurrency: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxPerAccount: 100,
  maxTotal: 1_000,
})
