import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { openDraftCipher } from './draft-encryption.ts'

function newKey() {
  return randomBytes(32).toString('base64url')
}

it('decrypts only with the same key and the same name', async () => {
  const key = newKey()
  const draft = { id: 'a', text: 'まだ保存していない。' }
  const encrypted = await (await openDraftCipher(key)).encrypt(draft, '1/2/a')
  expect(await (await openDraftCipher(key)).decrypt(encrypted, '1/2/a')).toEqual(draft)
  expect(await (await openDraftCipher(key)).decrypt(encrypted, '1/3/a')).toBeNull()
  expect(await (await openDraftCipher(newKey())).decrypt(encrypted, '1/2/a')).toBeNull()
  expect(new TextDecoder().decode(encrypted.text)).not.toContain('保存')
})
