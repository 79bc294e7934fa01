// Passwords are stored as argon2id in the PHC string format, so that the cost can be raised later without a migration.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '../../platform/config.ts'
import { queuePasswordWork, type QueueKey } from './password-queue.ts'

const derive = promisify(argon2)

interface Cost {
  memory: number
  passes: number
  parallelism: number
}
/** argon2id cost: memory from the configuration, 2 passes, parallelism 1. */
export type HashingCost = Pick<Config, 'passwordMemory'>

function costOf({ passwordMemory }: HashingCost): Cost {
  return { memory: passwordMemory, passes: 2, parallelism: 1 }
}

const TAG_BYTES = 32

function hashWith(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  // Keyboards produce composed or decomposed characters for the same password.
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost })
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

/** New passwords share one place in the queue. */
const NEW_PASSWORD_KEY: QueueKey = { account: '', isKnown: false }

/** → `$argon2id$v=19$m=19456,t=2,p=1$salt$tag` */
export async function hashPassword(
  hashingCost: HashingCost,
  password: string,
  queueKey = NEW_PASSWORD_KEY,
): Promise<string> {
  const cost = costOf(hashingCost)
  const nonce = randomBytes(16)
  const tag = await queuePasswordWork(queueKey, () => hashWith(password, nonce, cost, TAG_BYTES))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

async function matches(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(stored) ?? []
  if (!nonce || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(await hashWith(password, Buffer.from(nonce, 'base64'), cost, expected.length), expected)
}

// Compared if the user or the password does not exist, so that the response time is the same.
const dummyHashes = new Map<number, Promise<string>>()

/** Whether the password matches. Takes the same time if `stored` is null. */
export async function checkPassword(
  hashingCost: HashingCost,
  password: string,
  stored: string | null,
  queueKey: QueueKey,
): Promise<boolean> {
  const { passwordMemory } = hashingCost
  const dummyHash =
    dummyHashes.get(passwordMemory) ??
    hashPassword(hashingCost, 'nobody has this password', { account: '', isKnown: true })
  dummyHashes.set(passwordMemory, dummyHash)
  const compared = stored ?? (await dummyHash)
  const isMatch = await queuePasswordWork(queueKey, () => matches(password, compared))
  return stored !== null && isMatch
}
