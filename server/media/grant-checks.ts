import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../platform/refusal.ts'

/** Milliseconds between two checks that the readers still have access. */
const CHECK_INTERVAL = 2_000

interface Watched {
  isGranted: () => Promise<boolean>
  bodies: Set<Readable>
}

export interface GrantChecks {
  /** Ends `body` when `isGranted` returns false. Answers with the same `address` share their checks. */
  watch: (address: string, body: Readable, isGranted: () => Promise<boolean>) => Readable
}

/** Milliseconds until a check without an answer is given up, so that it does not delay the others. */
const CHECK_TIMEOUT = 10_000

function hasEnded({ isGranted }: Watched): Promise<boolean> {
  const answer = isGranted().then(
    (granted) => !granted,
    // An error of the database says nothing about rights: keep sending.
    (error: unknown) => error instanceof Refusal,
  )
  return Promise.race([answer, sleep(CHECK_TIMEOUT, false, { ref: false })])
}

/**
 * Checks the access of readers while their answers are being sent, and ends the answers of readers who have lost it. The
 * checks run one after the other, so that they never use more than one database connection.
 */
export function openGrantChecks(): GrantChecks {
  const watched = new Map<string, Watched>()
  let isChecking = false

  const checkAll = async (): Promise<void> => {
    // A copy: answers that begin during the pass wait for the next one.
    const pass = [...watched.values()]
    for (const answers of pass)
      if (answers.bodies.size > 0 && (await hasEnded(answers))) for (const body of answers.bodies) body.destroy()
  }
  const checkLater = (): void => {
    isChecking = watched.size > 0
    if (isChecking) setTimeout(() => void checkAll().finally(checkLater), CHECK_INTERVAL).unref()
  }
  return {
    watch: (address, body, isGranted) => {
      const answers = watched.get(address) ?? { isGranted, bodies: new Set() }
      watched.set(address, answers)
      answers.bodies.add(body)
      if (!isChecking) checkLater()
      return body.once('close', () => {
        answers.bodies.delete(body)
        if (answers.bodies.size === 0 && watched.get(address) === answers) watched.delete(address)
      })
    },
  }
}
