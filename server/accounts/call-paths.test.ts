// The account calls of the specification, with literal methods, paths and bodies. Nothing here comes from the contract,
// so that a renamed path or field fails.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf } from '../test/factories/items.ts'
import { createMember, createOwner, createUser, PASSWORD } from '../test/factories/users.ts'
import { type OpenidProvider, openProvider } from '../test/openid-provider.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { drawPicture, readPicture } from '../test/pictures.ts'

let provider: OpenidProvider
let test: TestApp
beforeAll(async () => {
  provider = await openProvider()
  test = await openTestApp({ env: provider.env })
})
afterAll(async () => {
  await test.close()
  await provider.stop()
})

const NEW_PASSWORD = 'Kaiwa-tegami2!'
let clients = 0

interface Options {
  body?: object
  token?: string
}

/** Sends a request of a new client, because mails are limited per client. */
async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, { body, token }: Options = {}) {
  clients += 1
  const response = await test.http.inject({
    method,
    url,
    remoteAddress: `198.51.100.${clients}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

function newAddress() {
  return `${randomUUID()}@kaiwa.example`
}

/** Path and query string of the link in the latest mail to an address. */
async function linkTo(email: string) {
  await test.settle()
  const mail = await test.db
    .selectFrom('mails')
    .select('text_body')
    .where('to_address', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { pathname, search } = new URL(/http\S+/.exec(mail.text_body)?.[0] ?? '')
  return { pathname, search }
}

function login(email: string, password: string) {
  return send('POST', '/api/auth/login', { body: { email, password, remember: true } })
}

const SUCCESS = { status: 200, body: { success: true } }

describe('login and session', () => {
  it('AUTH-61 AUTH-79 POST auth/login returns every field of the session, with the content of the workspace', async () => {
    const owner = await createOwner(test.db, { last_name: '佐藤', first_name: '恵' })
    const shared = await createFolder(test.db, rootOf(owner), { creator: owner, name: '商談' })
    const fresh = await createFolder(test.db, rootOf(owner), { creator: owner, name: '新着' })
    const guest = await createMember(test.db, owner, 8)
    await assign(test.db, shared, guest, 5)
    await createFile(test.db, shared, { creator: owner })
    await test.db.insertInto('unread_items').values({ user_id: owner.id, item_id: fresh.itemId }).execute()
    const tag = await send('POST', `/api/projects/${shared.projectId}/tags`, {
      token: owner.token,
      body: { name: '価格', appearance: '#E5484D' },
    })
    const speaker = await send('POST', `/api/projects/${shared.projectId}/speakers`, {
      token: owner.token,
      body: { name: '田中' },
    })
    expect([tag.status, speaker.status]).toEqual([201, 201])

    const { status, body } = await login(owner.email, PASSWORD)
    const roles = [{ name: 'project-owner', team_id: owner.workspaceId, role_id: 3 }]
    expect(status).toBe(200)
    expect(body).toEqual({
      user: expect.objectContaining({ id: owner.id, email: owner.email, name: '佐藤 恵', roles }),
      roles,
      project_ids_with_owner: expect.arrayContaining([owner.rootProjectId, shared.projectId, fresh.projectId]),
      usage: expect.objectContaining({ is_workspace_owner: true, total_project: expect.any(Number) }),
      is_set_password: true,
      all_items: [
        expect.objectContaining({
          id: owner.rootItemId,
          parent_id: null,
          children: expect.arrayContaining([
            expect.objectContaining({ id: shared.itemId, name: '商談' }),
            expect.objectContaining({ id: fresh.itemId, name: '新着' }),
          ]),
        }),
      ],
      unread_item_ids: [fresh.itemId],
      tags: [{ id: tag.body['id'], name: '価格', appearance: '#E5484D', tag_category_id: tag.body['tag_category_id'] }],
      speakers: [expect.objectContaining({ id: speaker.body['id'], name: '田中' })],
      shared_folder_ids: [shared.projectId],
      is_hubspot_connected: false,
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect((await send('GET', '/api/auth/check', { token: String(body['token']) })).status).toBe(200)
    // The names of tags in files without access are hidden from a guest.
    expect((await login(guest.email, PASSWORD)).body['tags']).toEqual([])
  })

  it('AUTH-66 AUTH-67 GET auth/check returns the signed-in user, and DELETE auth/logout ends the session', async () => {
    const { id, email, token } = await createUser(test.db)
    expect(await send('GET', '/api/auth/check')).toEqual({ status: 401, body: { error: 'E_NO_ACCESS_TOKEN' } })
    const checked = await send('GET', '/api/auth/check', { token })
    expect(checked).toMatchObject({ status: 200, body: { user: { id, email } } })
    expect(await send('GET', '/api/auth/session', { token })).toMatchObject({
      status: 200,
      body: { identity: { user: { id } } },
    })
    expect(await send('DELETE', '/api/auth/logout', { token })).toEqual(SUCCESS)
    for (const nobody of [{}, { token }])
      expect(await send('GET', '/api/auth/session', nobody)).toEqual({ status: 200, body: { identity: null } })
    expect(await send('GET', '/api/auth/check', { token })).toEqual({
      status: 401,
      body: { error: 'E_INVALID_ACCESS_TOKEN' },
    })
  })
})

describe('magic links', () => {
  it('AUTH-62 AUTH-70 AUTH-76 AUTH-77 POST auth/login-magic, GET auth/login-magic/resend and …/verify', async () => {
    const { id, email } = await createUser(test.db)
    expect(await send('POST', '/api/auth/login-magic', { body: { email, is_app: true } })).toEqual(SUCCESS)
    const first = await linkTo(email)
    expect(first).toEqual({
      pathname: '/verify/login-magic',
      search: expect.stringMatching(/^\?token=[\w-]{43}&email=[^&]+&is_app=1$/),
    })
    const page = `?type=login&email=${email}&link=1`
    expect(await send('GET', `/api/auth/login-magic/resend${page}&is_app=0`)).toEqual(SUCCESS)
    const second = await linkTo(email)
    expect(second.search).toMatch(/&is_app=0$/)
    expect(await send('GET', `/api/auth/login-magic/verify${first.search}`)).toEqual({
      status: 422,
      body: { error: 'AUTH_RESET_PASSWORD_INVALID_TOKEN' },
    })
    const opened = await send('GET', `/api/auth/login-magic/verify${second.search}`)
    expect(opened).toMatchObject({ status: 200, body: { user: { id } } })
  })

  it('AUTH-72 AUTH-73 AUTH-76 AUTH-77 POST register-magic, GET register-magic/resend and …/verify', async () => {
    const email = newAddress()
    const body = { email, first_name: '太郎', last_name: '鈴木', is_app: true }
    expect(await send('POST', '/api/register-magic', { body })).toEqual({
      status: 201,
      body: { email, is_signed_in: false },
    })
    const first = await linkTo(email)
    expect(first.pathname).toBe('/verify/register-magic')
    expect(first.search).toMatch(/&is_app=1$/)
    const page = `?type=register&email=${email}`
    expect(await send('GET', `/api/register-magic/resend${page}&is_app=0`)).toEqual(SUCCESS)
    const second = await linkTo(email)
    expect(second.search).toMatch(/&is_app=0$/)
    expect((await send('GET', `/api/register-magic/verify${first.search}`)).status).toBe(422)
    const opened = await send('GET', `/api/register-magic/verify${second.search}`)
    expect(opened).toMatchObject({ status: 200, body: { user: { email, first_name: '太郎', last_name: '鈴木' } } })
  })
})

describe('Google', () => {
  function newAccount() {
    return { sub: randomUUID(), email: newAddress(), email_verified: true, given_name: '花子', family_name: '山田' }
  }

  it('AUTH-63 POST auth/google/callback takes an access token', async () => {
    const account = newAccount()
    provider.account = account
    const body = { access_token: provider.tokenFor('kaiwa-tests') }
    const answer = await send('POST', '/api/auth/google/callback', { body })
    expect(answer).toMatchObject({ status: 200, body: { user: { email: account.email }, token: expect.any(String) } })
  })

  it('AUTH-64 AUTH-65 GET auth/google/url returns the URL to open, and POST auth/google/code takes the code', async () => {
    const account = newAccount()
    provider.account = account
    const asked = await send('GET', '/api/auth/google/url?is_app=1')
    expect(asked).toEqual({
      status: 200,
      body: { url: expect.stringContaining(provider.issuer), attempt: expect.stringMatching(/^[\w-]{43,}/) },
    })
    const { headers } = await fetch(String(asked.body['url']), { redirect: 'manual' })
    const back = new URL(headers.get('location') ?? '')
    expect(back.pathname).toBe('/login/google/app')
    const body = { code: back.searchParams.get('code'), attempt: asked.body['attempt'] }
    const answer = await send('POST', '/api/auth/google/code', { body })
    expect(answer).toMatchObject({ status: 200, body: { user: { email: account.email } } })
  })
})

describe('registration and passwords', () => {
  it('AUTH-71 AUTH-74 AUTH-75 AUTH-76 POST register, GET account/verify/resend and GET verify', async () => {
    const email = newAddress()
    const body = { first_name: '太郎', last_name: '鈴木', email, password: NEW_PASSWORD }
    expect(await send('POST', '/api/register', { body })).toEqual({ status: 201, body: { email, is_signed_in: false } })
    const first = await linkTo(email)
    expect(first.pathname).toBe('/accounts/verify')
    expect(await send('GET', `/api/account/verify/resend?email=${email}&is_app=1`)).toEqual(SUCCESS)
    const second = await linkTo(email)
    expect(second.search).not.toBe(first.search)
    expect((await send('GET', `/api/verify${first.search}`)).status).toBe(422)
    const opened = await send('GET', `/api/verify${second.search}`)
    expect(opened).toMatchObject({ status: 200, body: { user: { email, name: '鈴木 太郎' } } })
  })

  it('AUTH-68 AUTH-69 AUTH-42 POST reset-password, and POST reset-password/change with the query string of the page', async () => {
    const { id, email } = await createUser(test.db)
    await test.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    expect(await send('POST', '/api/reset-password', { body: { email } })).toEqual(SUCCESS)
    const { pathname, search } = await linkTo(email)
    expect(pathname).toBe('/reset-password/change')
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      email,
      expires: expect.stringMatching(/^\d{10}$/),
      is_set_password: '1',
    })
    const url = `/api/reset-password/change${search}`
    const wrong = { password: NEW_PASSWORD, password_confirmation: `${NEW_PASSWORD}x` }
    expect(await send('POST', url, { body: wrong })).toEqual({
      status: 422,
      body: { error: 'E_UNPROCESSABLE_ENTITY', errors: { password_confirmation: ['mismatch'] } },
    })
    const body = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
    expect(await send('POST', url, { body })).toEqual({ status: 200, body: { success: true, token: null } })
    expect((await login(email, NEW_PASSWORD)).status).toBe(200)
  })
})

describe('the profile', () => {
  it('ACC-29 PUT profile/settings takes settings', async () => {
    const { token } = await createUser(test.db)
    const settings = {
      chat_width: 400,
      chat_model: 'claude35_sonnet',
      is_tag_list_opened: true,
      is_section_opened: true,
      is_chat_opened: true,
    }
    const changed = await send('PUT', '/api/profile/settings', { token, body: { settings } })
    expect(changed).toMatchObject({ status: 200, body: { settings } })
    expect((await send('GET', '/api/auth/check', { token })).body).toMatchObject({ user: { settings } })
  })

  it('ACC-30 ACC-28 PUT profile/update takes first_name and last_name, PUT profile/update-first-visited takes nothing', async () => {
    const { token } = await createUser(test.db, { isVisited: false })
    const names = { first_name: '次郎', last_name: '高橋' }
    const changed = await send('PUT', '/api/profile/update', { token, body: names })
    expect(changed).toMatchObject({ status: 200, body: { user: { ...names, is_visited: false } } })
    expect((await send('PUT', '/api/profile/update-first-visited', { token })).status).toBe(200)
    const checked = await send('GET', '/api/auth/check', { token })
    expect(checked.body).toMatchObject({ user: { ...names, is_visited: true } })
  })

  it.each(['password', 'new_password'])(
    'ACC-31 PUT profile/change-password takes current_password and %s',
    async (field) => {
      const { email, token } = await createUser(test.db)
      const body = { current_password: PASSWORD, [field]: NEW_PASSWORD }
      const changed = await send('PUT', '/api/profile/change-password', { token, body })
      expect(changed).toEqual({ status: 200, body: { success: true, token: expect.stringMatching(/^[\w-]{43}$/) } })
      expect((await login(email, PASSWORD)).status).toBe(401)
      expect((await login(email, NEW_PASSWORD)).status).toBe(200)
    },
  )

  it('ACC-32 POST profile/avatar takes the form field file', async () => {
    const { id, token } = await createUser(test.db)
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await drawPicture('png'))], 'photo.png'))
    const request = new Response(form)
    const response = await test.http.inject({
      method: 'POST',
      url: '/api/profile/avatar',
      headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    const { user } = response.json<{ user: { id: number; avatar: string } }>()
    expect([response.statusCode, user.id]).toEqual([200, id])
    const shown = await test.http.inject({ url: user.avatar, headers: { authorization: `Bearer ${token}` } })
    expect(await readPicture(shown.rawPayload)).toMatchObject({ left: 'red', right: 'blue' })
  })

  it('ACC-33 ACC-34 ACC-35 ACC-36 POST profile/email/change, POST email/resend, GET verify/change-email/resend and GET email/verify', async () => {
    const { token } = await createUser(test.db)
    const next = newAddress()
    const changing = await send('POST', '/api/profile/email/change', { token, body: { new_email: next } })
    expect(changing).toEqual(SUCCESS)
    const first = await linkTo(next)
    expect(first.pathname).toBe('/change-email/verify')
    const unlock = () => sql`update rate_limits set expires_at = now()`.execute(test.db)
    await unlock()
    expect(await send('POST', '/api/email/resend', { token })).toEqual(SUCCESS)
    const second = await linkTo(next)
    await unlock()
    expect(await send('GET', `/api/verify/change-email/resend${second.search}&is_app=0`)).toEqual(SUCCESS)
    const third = await linkTo(next)
    expect(new Set([first, second, third].map(({ search }) => search)).size).toBe(3)
    expect((await send('GET', `/api/email/verify${second.search}`)).status).toBe(422)
    expect(await send('GET', `/api/email/verify${third.search}`)).toEqual({ status: 200, body: { email: next } })
    expect((await send('GET', '/api/auth/check', { token })).body).toMatchObject({ user: { email: next } })
  })

  it('ACC-37 ACC-38 GET profile/quotas and GET profile/members', async () => {
    const { id, email, token } = await createOwner(test.db, { last_name: '井上', first_name: '舞' })
    const amounts = {
      storage: expect.any(Number),
      minute: expect.any(Number),
      editor: expect.any(Number),
      viewer: expect.any(Number),
      chat: expect.any(Number),
    }
    expect(await send('GET', '/api/profile/quotas', { token })).toEqual({
      status: 200,
      body: { limit: amounts, used: amounts, remain: amounts },
    })
    expect(await send('GET', '/api/profile/members', { token })).toEqual({
      status: 200,
      body: { data: [{ id, name: '井上 舞', avatar: null, email, role_id: 3 }] },
    })
  })

  it('ACC-39 POST profile/password/request takes email, and mails a link to set a password', async () => {
    const { id, email, token } = await createUser(test.db)
    await test.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    expect(await send('POST', '/api/profile/password/request', { token, body: { email } })).toEqual(SUCCESS)
    const { pathname, search } = await linkTo(email)
    expect([pathname, new URLSearchParams(search).get('is_set_password')]).toEqual(['/reset-password/change', '1'])
  })
})
