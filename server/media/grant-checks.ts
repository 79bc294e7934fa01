import type { Readable } from 'node:stream'
import { Refusal } from '../platform/refusal.ts'

/** Milliseconds between two checks that the readers still have access. */
const CHECK_INTERVAL = 2_000

type Watched = { isGranted: () => Promise<boolean>; bodies: Set<Readable> }

export type GrantChecks = {
  /** Ends `body` when `isGranted` returns false. Answers with the same `address` share their checks. */
  watch: (address: string, body: Readable, isGranted: () => Promise<boolean>) => Readable
}

const hasEnded = ({ isGranted }: Watched): Promise<boolean> =>
  isGranted().then(
    (granted) => !granted,
    // An error of the database says nothing about rights: keep sending.
    (error: unknown) => error instanceof Refusal,
  )

/**
 * Ends answers that are still being sent when their readers have lost access. The checks of all answers run one after the
 * other: readers that keep many answers open take one database connection at most.
 */
export const openGrantChecks = (): GrantChecks => {
  const watched = new Map<string, Watched>()
  let isChecking = false

  const checkAll = async (): Promise<void> => {
    for (const answers of watched.values())
      if (await hasEnded(answers)) for (const body of answers.bodies) body.destroy()
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
