import { addSample, getHome } from '@kaiwa/contract/home.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openEngines } from '../processing/engines/open-engines.ts'
import { atOnce } from '../test/at-once.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { lockTree } from '../tree/store/items.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
})
beforeEach(async () => {
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

function add(as: TestUser = owner) {
  return test.call(addSample, {}, as)
}

function files() {
  return test.db.selectFrom('files').select('id').where('workspace_id', '=', owner.workspaceId).execute()
}

it('adds the sample recording, whose processing starts, and returns the same one again', async () => {
  const { status, body } = await add()
  expect([status, body.title, body.status, body.upload]).toEqual([200, '商談サンプル', 'uploaded', null])
  const { first_steps: steps, running } = await test.succeed(getHome, {}, owner)
  expect(steps.sample).toEqual({ id: body.id, project_id: body.project_id })
  expect(running.map(({ folder }) => folder.name)).toEqual(['サンプル'])
  expect((await add()).body.id).toBe(body.id)
  expect(await files()).toEqual([{ id: body.id }])
})

it('concurrent calls of two people return the same sample', async () => {
  const manager = await createMember(test.db, owner, ROLE.manager)
  const { answers, waited } = await atOnce(test.db, (trx) => lockTree(trx, owner.workspaceId), [
    () => add(owner),
    () => add(manager),
  ])
  expect(waited).toBe(2)
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body.id).toBe(answers[0]?.body.id)
  expect(await files()).toHaveLength(1)
})

it.each(['ENOSPC', 'EIO'])('stores the bytes at the next call where the first one stopped by %s', async (code) => {
  const stored = test.app.storage
  const put = () => Promise.reject(Object.assign(new Error('stopped'), { code }))
  test.app.storage = { ...stored, put }
  const first = await add()
  test.app.storage = stored
  expect(first.error).toBe(code === 'ENOSPC' ? 'E_UNAVAILABLE' : 'E_INTERNAL')
  // Until then the step is open, so that there is a button for the next call.
  expect((await test.succeed(getHome, {}, owner)).first_steps.sample).toBeNull()
  const { status, body } = await add()
  expect([status, body.status]).toEqual([200, 'uploaded'])
  expect(await files()).toEqual([{ id: body.id }])
  expect((await test.succeed(getHome, {}, owner)).first_steps.sample?.id).toBe(body.id)
})

it('adds another one after the upload of the first has expired', async () => {
  const first = await add()
  await test.db.updateTable('files').set({ status: 'failed', failed_reason: 'file-not-found' }).execute()
  expect((await add()).body.id).not.toBe(first.body.id)
})

it('has an engine in server mode too, where the step is offered as well', async () => {
  const server = { KAIWA_MODE: 'server', KAIWA_URL: 'https://kaiwa.example', SMTP_URL: 'smtp://127.0.0.1:9' }
  const other = await openTestApp({ env: { ...server, KAIWA_MODEL_DOWNLOAD: 'off' } })
  const engines = await openEngines(other.app)
  try {
    const person = await createOwner(other.db)
    const { id } = await other.succeed(addSample, {}, person)
    const columns = ['language', 'spoken_language', 'engine'] as const
    const file = await other.db.selectFrom('files').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
    expect(engines.choose(file).engine?.id).toBe('reference')
  } finally {
    for (const engine of engines.available) await engine.close()
    await other.close()
  }
})

it('refuses a guest, and adds nothing', async () => {
  const guest = await createMember(test.db, owner, ROLE.guest)
  expect((await add(guest)).error).toBe('E_NOT_FOUND')
  expect(await files()).toEqual([])
})
