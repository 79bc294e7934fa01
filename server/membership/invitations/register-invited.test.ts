import * as accounts from '@kaiwa/contract/accounts.ts'
import { registerMagic } from '@kaiwa/contract/magic-links.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as contract from '@kaiwa/contract/sharing.ts'
import { restoreItems } from '@kaiwa/contract/trash.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestFolder } from '../../test/factories/items.ts'
import { createSharingFixture, newAddress, openSharing } from '../../test/factories/sharing-calls.ts'
import { PASSWORD, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { drawPicture } from '../../test/pictures.ts'
import type { Answer, Caller } from '../../test/test-calls.ts'
import { readToken } from '../../test/read-mails.ts'

const { editor: EDITOR, viewer: VIEWER, guest: GUEST } = ROLE

let test: TestApp
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  ;({ owner, folder } = await createSharingFixture(test.db))
})

const { invite, remove, mailsTo, limit } = openSharing(
  () => test,
  () => ({ owner, folder }),
)

const registrant = { first_name: '次郎', last_name: '鈴木', password: PASSWORD }

function verify(token: string) {
  return test.call(contract.verifyInvitation, { query: { token } })
}

function accept(token: string, as: Caller) {
  return test.call(contract.acceptInvitation, { body: { token } }, as)
}

/** The session that a response opened; an empty token without one. */
function sessionOf({ headers }: Answer<unknown>): { token: string } {
  const cookies = [headers['set-cookie']].flat().map(String)
  return {
    token: /^kaiwa_session=([^;]+)/.exec(cookies.find((one) => one.startsWith('kaiwa_session=')) ?? '')?.[1] ?? '',
  }
}

async function changePhoto(picture: Buffer): Promise<void> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(picture)], 'photo.jpg'))
  const request = new Response(form)
  await test.http.inject({
    method: 'POST',
    url: '/api/profile/avatar',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

it.each([accounts.register, registerMagic])(
  'SHARE-29 $path by it signs in and joins at once, without another mail and without a workspace of their own',
  async (operation) => {
    const email = newAddress()
    // Another person registered the address before and chose its password.
    const earlier = { first_name: '他', last_name: '人', password: 'Somebody-else1!', email }
    await test.succeed(accounts.register, { body: earlier })
    await invite(email, EDITOR)
    const invitation = await readToken(test, { email })
    const mails = (await mailsTo(email)).length
    const body = { ...registrant, email, invitation, is_app: '0' as const }
    const response = await test.call(operation, { body })
    expect([response.status, response.body]).toEqual([201, { email: body.email, is_signed_in: true }])
    const person = sessionOf(response)
    const { user } = await test.succeed(accounts.checkSession, {}, person)
    expect([user.email, user.name]).toEqual([email, '鈴木 次郎'])
    expect(user.is_set_password).toBe(operation === accounts.register)
    expect(user.roles.map(({ role_id: role }) => role)).toEqual([GUEST])
    expect((await test.call(workspace.getProject, { params: { id: folder.projectId } }, person)).status).toBe(200)
    const owned = await test.db.selectFrom('workspaces').select('id').where('owner_id', '=', user.id).execute()
    expect([owned, (await mailsTo(email)).length]).toEqual([[], mails])
    const login = { email, password: earlier.password }
    expect((await test.call(accounts.login, { body: login })).error).toBe('AUTH_INVALID_CREDENTIALS')
    // The page of the link opens the folder. Its token opens no second account.
    expect((await accept(invitation, person)).status).toBe(200)
    const again = await test.call(accounts.register, { body: { ...registrant, email, invitation } })
    expect(again).toMatchObject({ status: 422, body: { errors: { email: ['unique'] } } })
  },
)

it('proves only the invited address, and nothing while its inviter may not invite', async () => {
  const email = newAddress()
  await invite(email, EDITOR)
  const invitation = await readToken(test, { email })
  const body = { ...registrant, email, invitation }
  const other = await test.call(accounts.register, { body: { ...body, email: newAddress() } })
  expect([other.body.is_signed_in, sessionOf(other).token]).toEqual([false, ''])
  for (const wrong of ['nonsense', `${invitation}x`])
    expect((await test.succeed(accounts.register, { body: { ...body, invitation: wrong } })).is_signed_in).toBe(false)
  await test.call(workspace.deleteItem, { params: { id: folder.itemId } }, owner)
  expect((await test.succeed(accounts.register, { body })).is_signed_in).toBe(false)
  await test.succeed(restoreItems, { body: { item_ids: [folder.itemId] } }, owner)
  // Registered by it all the same: the person joins when the verification mail is opened.
  const verified = await test.succeed(accounts.verifyAccount, { query: { token: await readToken(test, { email }) } })
  expect(verified.user.roles.map(({ role_id: role }) => role)).toEqual([GUEST])
  expect(verified.all_items.map(({ resource_id: id }) => id)).toEqual([folder.projectId])
})

it('an old link gives access, but no longer proves the address, until it is mailed again', async () => {
  const email = newAddress()
  await invite(email, EDITOR)
  const invitation = await readToken(test, { email })
  const body = { ...registrant, email, invitation }
  const age = (interval: string) =>
    sql`update invitations set created_at = created_at - ${interval}::interval where email = ${email}`.execute(test.db)
  await age('30 days 1 minute')
  expect((await test.succeed(accounts.register, { body })).is_signed_in).toBe(false)
  await invite(email, EDITOR)
  const again = { ...body, invitation: await readToken(test, { email }) }
  await age('29 days 23 hours')
  expect((await test.succeed(accounts.register, { body: again })).is_signed_in).toBe(true)
})

it('by an old link the person joins when the address is verified', async () => {
  const email = newAddress()
  await invite(email, EDITOR)
  const invitation = await readToken(test, { email })
  await sql`update invitations set created_at = created_at - interval '1 year' where email = ${email}`.execute(test.db)
  expect((await verify(invitation)).status).toBe(200)
  await test.succeed(accounts.register, { body: { ...registrant, email, invitation } })
  const verified = await test.succeed(accounts.verifyAccount, { query: { token: await readToken(test, { email }) } })
  expect(verified.all_items.map(({ resource_id: id }) => id)).toEqual([folder.projectId])
})

it('without a seat the registered person waits, without a workspace of their own, and joins later by the link', async () => {
  const email = newAddress()
  await invite(email, EDITOR)
  const invitation = await readToken(test, { email })
  await limit({ editor: 0, viewer: 0 })
  const response = await test.call(accounts.register, { body: { ...registrant, email, invitation } })
  expect(response.body.is_signed_in).toBe(true)
  const person = sessionOf(response)
  expect((await accept(invitation, person)).error).toBe('PROJECT_MAX_EDITOR_EXCEEDED')
  expect((await test.succeed(accounts.checkSession, {}, person)).user.roles).toEqual([])
  await limit({ editor: 1, viewer: 1 })
  expect((await accept(invitation, person)).status).toBe(200)
})

it('two registrations by one link at the same time make one account', async () => {
  const email = newAddress()
  await invite(email, EDITOR)
  const body = { ...registrant, email, invitation: await readToken(test, { email }) }
  const both = await Promise.all([1, 2].map(() => test.call(accounts.register, { body })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
})

it('shows the inviter’s name and photo to the holder of the link, while the invitation is valid', async () => {
  const email = newAddress()
  await invite(email, VIEWER)
  const token = await readToken(test, { email })
  expect((await verify(token)).body.inviter).toEqual({ name: '佐藤 恵', avatar: null })
  await changePhoto(await drawPicture('jpg'))
  const { inviter } = (await verify(token)).body
  expect(inviter).toEqual({ name: '佐藤 恵', avatar: `/avatars/inviter?token=${token}` })
  const shown = await test.http.inject({ url: inviter?.avatar ?? '' })
  const { 'content-type': type, 'cache-control': cache } = shown.headers
  expect([shown.statusCode, type, cache]).toEqual([200, 'image/jpeg', 'no-store'])
  for (const url of ['/avatars/inviter', '/avatars/inviter?token=x', `/avatars/inviter?token=${token}&token=${token}`])
    expect((await test.http.inject({ url })).statusCode).toBe(404)
  await remove(email)
  expect((await test.http.inject({ url: inviter?.avatar ?? '' })).statusCode).toBe(404)
})
