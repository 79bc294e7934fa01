// Judging a password costs what a guesser shall pay: memory, and a core for some hundredths of a second. A flood of guesses
// must not take both from everybody else. So only a few are judged at once; who waits is called in turns, account by
// account; and a browser in which the account's owner has signed in before is called first.
import { availableParallelism } from 'node:os'
import { Refusal } from '../../platform/refusal.ts'

/** Whose password is judged, and whether the asker's browser is known for it. */
export type Turn = { account: string; isKnown: boolean }

type Limits = {
  /** Judged at the same time. */
  width: number
  /** May wait for one account, and in all. Who comes later is sent away with Retry-After. */
  perAccount: number
  total: number
}

type Line = Map<string, (() => void)[]>

/** Takes the first who waits for the account whose turn it is, and puts that account behind the others. */
const call = (line: Line): (() => void) | undefined => {
  const [next] = line
  if (!next) return undefined
  const [account, waiting] = next
  const first = waiting.shift()
  line.delete(account)
  if (waiting.length > 0) line.set(account, waiting)
  return first
}

const isFull = (line: Line, account: string, { perAccount, total }: Limits): boolean => {
  if ((line.get(account)?.length ?? 0) >= perAccount) return true
  let all = 0
  for (const waiting of line.values()) all += waiting.length
  return all >= total
}

/** Runs work in turns. Refuses (429) who would have to wait behind too many. */
export const openQueue = (limits: Limits) => {
  const known: Line = new Map()
  const strangers: Line = new Map()
  let running = 0

  const free = (): void => {
    const next = call(known) ?? call(strangers)
    if (next) next()
    else running -= 1
  }

  const wait = ({ account, isKnown }: Turn): Promise<void> | undefined => {
    if (running < limits.width) {
      running += 1
      return undefined
    }
    const line = isKnown ? known : strangers
    if (isFull(line, account, limits)) throw new Refusal('E_TOO_MANY_REQUESTS', {}, { 'retry-after': '2' })
    return new Promise((resolve) => {
      const waiting = line.get(account)
      if (waiting) waiting.push(resolve)
      else line.set(account, [resolve])
    })
  }

  return async <T>(turn: Turn, work: () => Promise<T>): Promise<T> => {
    await wait(turn)
    try {
      return await work()
    } finally {
      free()
    }
  }
}

/** Of this process: a thread of the pool and a core always stay free for whatever is no password. */
export const inTurn = openQueue({
  width: Math.max(1, Math.min(2, availableParallelism() - 1)),
  perAccount: 100,
  total: 1_000,
})
