import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../platform/config.ts'
import * as passwords from './passwords.ts'

/** The default of the configuration. */
const config = loadConfig({ KAIWA_SECRET: 'x'.repeat(32) })

function hashPassword(password: string) {
  return passwords.hashPassword(config, password)
}

function check(password: string, stored: string | null) {
  return passwords.checkPassword(config, password, stored, { account: 'a', isKnown: false })
}

describe('passwords', () => {
  it('are stored as argon2id and verified', async () => {
    const stored = await hashPassword('Kaiwa-demo1!')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await check('Kaiwa-demo1!', stored)).toBe(true)
    expect(await check('Kaiwa-demo1', stored)).toBe(false)
  })

  it('have salts: the same password has two hashes', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
  })

  it('match in composed and decomposed form', async () => {
    expect(await check('Cafe\u0301-1!', await hashPassword('Café-1!'))).toBe(true)
  })

  it.each([null, '', 'plain text', '$argon2id$v=19$m=1$x$y'])('never match the stored value %j', async (stored) => {
    expect(await check('nobody has this password', stored)).toBe(false)
  })
})
