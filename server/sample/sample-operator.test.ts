import { login } from '@kaiwa/contract/accounts.ts'
import { getOperator } from '@kaiwa/contract/admin-console.ts'
import { getClientConfig } from '@kaiwa/contract/console.ts'
import { listProjects } from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { createSampleOperator } from './create-sample.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

it('the sample operator signs in with the shown password, may use the console, and sees no workspace', async () => {
  await Promise.all([createSampleOperator(test.app), createSampleOperator(test.app)])
  const { sample_operator: shown } = await test.succeed(getClientConfig, {})
  if (!shown) throw new Error('no sample operator is shown')
  const { token } = await test.succeed(login, { body: shown })
  const as = { token: token ?? '' }
  expect(await test.succeed(getOperator, {}, as)).toMatchObject({ email: shown.email, name: '運営 太郎' })
  const members = await test.db.selectFrom('workspace_members').select('user_id').execute()
  expect(members).toEqual([])
  expect((await test.call(listProjects, {}, as)).body).toMatchObject({ data: [] })
})
