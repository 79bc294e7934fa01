// L1: 10,000 password guesses at one account, each from another address. Measures the calls of another user in the
// meantime (p95) against an idle program. During each flood the owner signs in, first in a known browser and then in a
// new one, and so does another user. A refused sign-in aborts the measurement.

import { setTimeout as pause } from 'node:timers/promises'
import { createUser, PASSWORD } from '../server/test/factories/users.ts'
import { compare, p95 } from './measure.ts'
import { openBench } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const PAIRS = IS_SHORT ? 1 : 4
/** Guesses per pair; the first pair is dropped. */
const GUESSES = Math.ceil((IS_SHORT ? 600 : 10_000) / (PAIRS + 1))
/** Concurrent guesses. */
const GUESSERS = 64
const THINK_MILLISECONDS = 5

// The addresses of the guessers are sent in the header that a proxy would set.
process.env['KAIWA_TRUST_PROXY'] = '1'
const bench = await openBench()
const { app, owner } = bench
const program = await bench.start('api')
const other = await createUser(app.db)

function signIn(email: string, password: string, from: string, cookie = '') {
  return fetch(`${program.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ email, password }),
  })
}

async function expectOk(who: string, answer: Promise<Response>): Promise<Response> {
  const response = await answer
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${who} was kept out: ${response.status}`)
  return response
}

const known = await expectOk('the owner', signIn(owner.email, PASSWORD, '192.0.2.1'))
const device =
  known.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('kaiwa_device='))
    ?.split(';')[0] ?? ''

let address = 0

function nextAddress(): string {
  address += 1
  return `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
}

async function p95OfCalls(isOver: () => boolean): Promise<number> {
  const times: number[] = []
  while (!isOver() || times.length < 200) {
    const since = performance.now()
    await expectOk(
      'a reader',
      fetch(`${program.url}/api/auth/check`, { headers: { Authorization: `Bearer ${other.token}` } }),
    )
    times.push(performance.now() - since)
    await pause(THINK_MILLISECONDS)
  }
  return p95(times)
}

const statuses = new Map<number, number>()
async function flood(): Promise<number> {
  let left = GUESSES
  const guess = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const response = await signIn(owner.email, `Wrong-${left}!`, nextAddress())
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  }
  let isOver = false
  const guessers = Promise.all(Array.from({ length: GUESSERS }, guess)).then(() => (isOver = true))
  const reader = p95OfCalls(() => isOver)
  // An error is thrown below, after everything else was closed.
  for (const one of [guessers, reader]) one.catch(() => undefined)
  await pause(200)
  await expectOk('the owner in a known browser', signIn(owner.email, PASSWORD, nextAddress(), device))
  await expectOk('somebody else', signIn(other.email, PASSWORD, nextAddress()))
  await guessers
  await expectOk('the owner in a new browser', signIn(owner.email, PASSWORD, nextAddress()))
  return reader
}

try {
  await compare({
    id: 'L1',
    goal: { atMost: 1.5 },
    pairs: PAIRS,
    note: `p95 of calls while ${GUESSES * (PAIRS + 1)} guesses come in ${PAIRS + 1} floods; ${loadNow()}`,
    ours: flood,
    peer: () => p95OfCalls(() => true),
  })
  process.stdout.write(
    `answers to guesses: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}\n`,
  )
} finally {
  await program.stop()
  await bench.close()
}
