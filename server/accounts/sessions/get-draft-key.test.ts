import { getDraftKey } from '@kaiwa/contract/accounts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { createUser } from '../../test/factories/users.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

it('each user has a key for drafts, the same in every session', async () => {
  const [one, other] = [await createUser(test.db), await createUser(test.db)]
  const keyOf = async (who: typeof one) => (await test.succeed(getDraftKey, {}, who)).key
  expect(Buffer.from(await keyOf(one), 'base64url')).toHaveLength(32)
  expect(await keyOf(one)).toBe(await keyOf(one))
  expect(await keyOf(one)).not.toBe(await keyOf(other))
  expect((await test.call(getDraftKey, {})).status).toBe(401)
})
