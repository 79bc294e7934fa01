import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { openSealer } from './seal.ts'

const newKey = () => randomBytes(32).toString('base64url')

it('decrypts only with the same key and the same name', async () => {
  const key = newKey()
  const draft = { id: 'a', text: 'まだ保存していない。' }
  const sealed = await (await openSealer(key)).seal(draft, '1/2/a')
  expect(await (await openSealer(key)).open(sealed, '1/2/a')).toEqual(draft)
  expect(await (await openSealer(key)).open(sealed, '1/3/a')).toBeNull()
  expect(await (await openSealer(newKey())).open(sealed, '1/2/a')).toBeNull()
  expect(new TextDecoder().decode(sealed.text)).not.toContain('保存')
})
