import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createUser } from '../../test/factories/users.ts'
import { openTestApp } from '../../test/open-test-app.ts'
import { pruneSessions } from './jobs/prune-sessions.ts'

const HOSTED = {
  PUSHER_APP_ID: '1',
  PUSHER_KEY: 'key',
  PUSHER_SECRET: 'secret',
  PUSHER_URL: 'http://127.0.0.1:9',
  PUSHER_CLIENT_URL: 'http://127.0.0.1:9',
}

it.each([
  ['own realtime nodes: the other sockets of the person stay open', {}, 0],
  ['a hosted service, which must be told the person', HOSTED, 1],
])('deletes an expired session with %s', async (_case, env, eventCount) => {
  const test = await openTestApp({ env })
  const user = await createUser(test.db)
  await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${user.id}`.execute(test.db)
  await test.db.transaction().execute((trx) => test.app.jobs.send(trx, pruneSessions, {}))
  await test.settle()
  expect(await test.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toEqual([])
  const events = await test.db.selectFrom('events').select('data').where('type', '=', 'access.changed').execute()
  expect(events).toEqual(Array.from({ length: eventCount }, () => ({ data: { user_ids: [user.id] } })))
  await test.close()
})
