// Every channel of every domain, by ten kinds of people: whether the subscription is signed. The rows come from the domains,
// so that a new channel is judged from its first day.
import { authoriseChannel } from '@kaiwa/contract/broadcasting.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domains } from './domains.ts'
import { assign, createFile, createFolder, rootOf } from './test/factories/items.ts'
import { createMember, createOwner } from './test/factories/users.ts'
import { openTestApp, type TestApp } from './test/open-test-app.ts'

const KINDS = [
  'anonymous',
  'otherWorkspace',
  'guest',
  'viewer',
  'editor',
  'member',
  'manager',
  'owner',
  'disabled',
  'revoked',
  'removed',
] as const
type Kind = (typeof KINDS)[number]

const patterns = domains.flatMap(({ channels = [] }) => channels.map(({ pattern }) => pattern))

let test: TestApp
let tokens: Record<Kind, string | undefined>
/** What `{id}` of a pattern stands for. */
let ids: Record<string, number>

beforeAll(async () => {
  test = await openTestApp()
  const { db } = test
  const owner = await createOwner(db)
  const folder = await createFolder(db, rootOf(owner), { creator: owner })
  const file = await createFile(db, folder, { creator: owner })
  const guestWith = async (role: typeof ROLE.editor | typeof ROLE.viewer) => {
    const person = await createMember(db, owner, ROLE.guest)
    await assign(db, folder, person, role)
    return person.token
  }
  const removed = await createMember(db, owner, ROLE.manager)
  await db.deleteFrom('workspace_members').where('user_id', '=', removed.id).execute()
  const revoked = await createMember(db, owner, ROLE.manager)
  await db.deleteFrom('sessions').where('user_id', '=', revoked.id).execute()
  tokens = {
    anonymous: undefined,
    otherWorkspace: (await createOwner(db)).token,
    guest: (await createMember(db, owner, ROLE.guest)).token,
    viewer: await guestWith(ROLE.viewer),
    editor: await guestWith(ROLE.editor),
    member: (await createMember(db, owner, ROLE.member)).token,
    manager: (await createMember(db, owner, ROLE.manager)).token,
    owner: owner.token,
    disabled: (await createMember(db, owner, ROLE.manager, { isDisabled: true })).token,
    revoked: revoked.token,
    removed: removed.token,
  }
  ids = {
    'private-user-{id}': owner.id,
    'private-project-{id}': folder.projectId,
    'private-project-file-{id}': file.id,
  }
})
afterAll(() => test.close())

const SEEN_BY: Readonly<Record<string, readonly Kind[]>> = {
  'private-user-{id}': ['owner'],
  'private-project-{id}': ['viewer', 'editor', 'member', 'manager', 'owner'],
  'private-project-file-{id}': ['viewer', 'editor', 'member', 'manager', 'owner'],
}

const ask = (pattern: string, kind: Kind) => {
  const id = ids[pattern]
  if (id === undefined) throw new Error(`Say above what {id} of ${pattern} is`)
  const body = { socket_id: '1.1', channel_name: pattern.replace('{id}', String(id)) }
  return test.call(authoriseChannel, { body }, tokens[kind])
}

describe.each(patterns)('R1 %s', (pattern) => {
  it.each(KINDS)('%s', async (kind) => {
    const { status, body } = await ask(pattern, kind)
    if (SEEN_BY[pattern]?.includes(kind)) return expect([status, typeof body.auth]).toEqual([200, 'string'])
    expect([401, 403]).toContain(status)
    expect(body).not.toHaveProperty('auth')
  })
})

it('R1 a channel that is not for somebody answers like one that does not exist', async () => {
  const refused = await ask('private-project-{id}', 'otherWorkspace')
  const body = { socket_id: '1.1', channel_name: 'private-project-2000000000' }
  const missing = await test.call(authoriseChannel, { body }, tokens.otherWorkspace)
  expect([missing.status, missing.body]).toEqual([refused.status, refused.body])
})
