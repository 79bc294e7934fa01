import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ThreadFailure, type ThreadFailureReason } from '../platform/threads/thread-failure.ts'
import { refusingFailure } from '../platform/threads/refuse-failure.ts'
import { createEditingFixture, type EditingFixture } from '../test/factories/editing-fixture.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { refusingLongImport } from './long-work.ts'

let test: TestApp
let people: EditingFixture
let others: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  await test.listen()
  people = await createEditingFixture(test)
  others = await createEditingFixture(test)
  await test.db.updateTable('files').set({ duration: 4_000 }).execute()
})
afterAll(() => test.close())

function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19)
}

/** Long enough for a worker thread. */
const LONG = Array.from(
  { length: 4_000 },
  (_, at) => `${at + 1}\n${time(at)},000 --> ${time(at + 1)},000\n会議\n`,
).join('\n')

async function importFile({ file, owner }: EditingFixture, path: '' | '/check', signal?: AbortSignal) {
  const body = new FormData()
  body.set('file', new File([LONG], 'transcript.srt'))
  const { port } = test.http.server.address() as AddressInfo
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/api/files/${file.id}/import${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
    body,
    ...(signal ? { signal } : {}),
  })
  return { status, retryAfter: headers.get('retry-after') }
}

it('limits one account to two long tasks, leaves other workspaces their turn, and ends the tasks of clients that left', async () => {
  const leaving = new AbortController()
  // An import waits for the lock of its file, so the tasks of the flood last until their clients leave.
  const { promise: isFlooded, resolve: endLock } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: setLocked } = Promise.withResolvers<void>()
  const locking = test.db.transaction().execute(async (trx) => {
    await trx.selectFrom('files').select('id').where('id', '=', people.file.id).forUpdate().execute()
    setLocked()
    await isFlooded
  })
  await isLocked
  const flood = [1, 2, 3].map(() => importFile(people, '', leaving.signal).catch((error: unknown) => error))
  expect(await Promise.race(flood)).toEqual({ status: 429, retryAfter: '10' })
  const other = importFile(others, '/check')
  leaving.abort(new Error('left'))
  const ended = await Promise.all(flood)
  expect(ended.filter((end) => end instanceof Error).map(({ message }) => message)).toEqual(['left', 'left'])
  expect((await other).status).toBe(200)
  await expect.poll(async () => (await importFile(people, '/check')).status, { timeout: 30_000 }).toBe(200)
  endLock()
  await locking
})

it.each<[ThreadFailureReason, string, string]>([
  ['memory', 'E_UNAVAILABLE', 'E_UNPROCESSABLE_ENTITY'],
  ['time', 'E_UNAVAILABLE', 'E_UNPROCESSABLE_ENTITY'],
  ['waited', 'E_UNAVAILABLE', 'E_UNAVAILABLE'],
  ['busy', 'E_UNAVAILABLE', 'E_UNAVAILABLE'],
  ['ended', 'E_UNAVAILABLE', 'E_UNAVAILABLE'],
])(
  'a task that failed by %s is answered with %s for an export and %s for an import',
  async (reason, exported, imported) => {
    const fail = () => Promise.reject(new ThreadFailure(reason))
    const headers = { 'retry-after': '5' }
    await expect(refusingFailure(fail())).rejects.toMatchObject({ code: exported, headers })
    await expect(refusingLongImport(fail())).rejects.toMatchObject({
      code: imported,
      ...(imported === 'E_UNAVAILABLE' ? { headers } : { details: { errors: { file: ['max'] } } }),
    })
  },
)
