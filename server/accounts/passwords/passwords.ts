// Passwords are kept as argon2id in the PHC string format, so that costs can be raised later without a migration.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '../../platform/config.ts'
import { inTurn, type Turn } from './password-queue.ts'

const derive = promisify(argon2)

type Cost = { memory: number; passes: number; parallelism: number }
/** How dear a guess is: what the installation gives in memory, in two passes and one lane. */
export type HashingCost = Pick<Config, 'passwordMemory'>
const costOf = ({ passwordMemory }: HashingCost): Cost => ({ memory: passwordMemory, passes: 2, parallelism: 1 })
const TAG_LENGTH = 32

const hashWith = (password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> =>
  // The same password typed with another keyboard may come composed or decomposed.
  derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost })

const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** New passwords wait for their turn together. */
const NEW: Turn = { account: '', isKnown: false }

/** → `$argon2id$v=19$m=19456,t=2,p=1$salt$tag` */
export const hashPassword = async (hashingCost: HashingCost, password: string, turn = NEW): Promise<string> => {
  const cost = costOf(hashingCost)
  const nonce = randomBytes(16)
  const tag = await inTurn(turn, () => hashWith(password, nonce, cost, TAG_LENGTH))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

const matches = async (password: string, stored: string): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(stored) ?? []
  if (!nonce || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(await hashWith(password, Buffer.from(nonce, 'base64'), cost, expected.length), expected)
}

// Compared where nobody has the address or no password was set, so that an answer takes as long either way.
const nobodys = new Map<number, Promise<string>>()

/** Whether the password fits. Takes the same time where there is nothing to compare it with. */
export const checkPassword = async (
  hashingCost: HashingCost,
  password: string,
  stored: string | null,
  turn: Turn,
): Promise<boolean> => {
  const { passwordMemory } = hashingCost
  const nobody =
    nobodys.get(passwordMemory) ?? hashPassword(hashingCost, 'nobody has this password', { account: '', isKnown: true })
  nobodys.set(passwordMemory, nobody)
  const compared = stored ?? (await nobody)
  const fits = await inTurn(turn, () => matches(password, compared))
  return stored !== null && fits
}
