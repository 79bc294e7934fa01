import { randomUUID } from 'node:crypto'
import * as audit from '@kaiwa/contract/admin-console.ts'
import { getInvoicePdf } from '@kaiwa/contract/admin-invoices.ts'
import * as contract from '@kaiwa/contract/admin-users.ts'
import { checkSession, login } from '@kaiwa/contract/accounts.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockWorkspace } from '../../billing/store/usage.ts'
import { atOnce } from '../../test/at-once.ts'
import { createInvoice, createOperator } from '../../test/factories/operators.ts'
import {
  createMember,
  createOwner,
  createUser,
  PASSWORD,
  type TestOwner,
  type TestUser,
} from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readMails } from '../../test/read-mails.ts'

let test: TestApp
let operator: TestUser
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  operator = await createOperator(test.db)
  owner = await createOwner(test.db, { last_name: '検索', first_name: '対象', email: 'Found.Me@kaiwa.example' })
})
afterAll(() => test.close())

function list(query: Record<string, unknown> = {}, as = operator) {
  return test.succeed(contract.listUsers, { query }, as)
}

async function idsOf(query: Record<string, unknown>) {
  return (await list(query)).data.map(({ id }) => id)
}

function actionsOn(id: number) {
  return test.db.selectFrom('operator_actions').selectAll().where('subject_id', '=', id).orderBy('id').execute()
}

describe('the list of users', () => {
  it('ADMIN-37 GET /admin/users answers pages with filters; unknown filters are refused', async () => {
    expect([contract.listUsers.method, contract.listUsers.path]).toEqual(['GET', '/admin/users'])
    const { data, ...counts } = await list({ query: 'found.me' })
    expect(counts).toEqual({ current_page: 1, last_page: 1, total: 1, is_total_exact: true })
    expect(data).toEqual([
      expect.objectContaining({
        id: owner.id,
        name: '検索 対象',
        email: owner.email,
        is_disabled: false,
        workspace: {
          id: owner.workspaceId,
          status: 'active',
          point: 0,
          owner: { id: owner.id, name: '検索 対象', email: owner.email },
        },
      }),
    ])
    for (const query of [{ name: 'x' }, { status: 'gone' }, { page: 201 }, { page: 0 }])
      expect((await test.call(contract.listUsers, { query: query as never }, operator)).status).toBe(422)
  })

  it.each([
    ['検索', true],
    ['検索対象', true],
    ['対象 検索', true],
    ['検', true],
    ['索', false],
    ['ｆｏｕｎｄ．ＭＥ', true],
    ['KAIWA.EXAMPLE 検索', true],
    ['対象検索', false],
    ['%', false],
  ])('finds a user by the words %s: %s', async (query, isFound) => {
    expect((await idsOf({ query })).includes(owner.id)).toBe(isFound)
  })

  it('ADMIN-13 filters by status: enabled, disabled, and closed for the owner of a closed workspace', async () => {
    const disabled = await createUser(test.db, { isDisabled: true })
    const closed = await createOwner(test.db)
    await test.db.deleteFrom('workspace_members').where('user_id', '=', closed.id).execute()
    await test.db.updateTable('workspaces').set({ status: 'closed' }).where('id', '=', closed.workspaceId).execute()
    expect(await idsOf({ status: 'disabled' })).toContain(disabled.id)
    expect(await idsOf({ status: 'enabled' })).not.toContain(disabled.id)
    const { data } = await list({ status: 'closed' })
    expect(data.map(({ id, workspace, can }) => [id, workspace?.status, can.add_point])).toEqual([
      [closed.id, 'closed', false],
    ])
    // A person who joins a workspace is no longer closed; after the removal they are closed again.
    const closedIds = () => idsOf({ status: 'closed' })
    const membership = { workspace_id: owner.workspaceId, user_id: closed.id }
    await test.db
      .insertInto('workspace_members')
      .values({ ...membership, role_id: ROLE.guest })
      .execute()
    expect(await closedIds()).toEqual([])
    await test.db.deleteFrom('workspace_members').where('user_id', '=', closed.id).execute()
    expect(await closedIds()).toEqual([closed.id])
    await test.db.deleteFrom('workspaces').where('id', '=', closed.workspaceId).execute()
    expect(await closedIds()).toEqual([])
  })

  it('ADMIN-20 ADMIN-21 ADMIN-22 says what can be done: points need a workspace, operators and oneself are not disabled', async () => {
    const alone = await createUser(test.db)
    const other = await createOperator(test.db)
    const { data } = await list()
    const can = (id: number) => data.find((row) => row.id === id)?.can
    expect(can(owner.id)).toEqual({
      update: true,
      change_credentials: true,
      add_point: true,
      enable: false,
      disable: true,
    })
    expect(can(alone.id)).toMatchObject({ update: true, add_point: false, enable: false, disable: true })
    for (const { id } of [other, operator])
      expect(can(id)).toEqual({
        update: true,
        change_credentials: false,
        add_point: false,
        enable: false,
        disable: false,
      })
  })

  it('ADMIN-51 answers pages of 50 with the number of all rows', async () => {
    for (let n = 0; n < 51; n += 1) await createUser(test.db, { last_name: '頁分割' })
    const first = await list({ query: '頁分割' })
    const second = await list({ query: '頁分割', page: 2 })
    expect([first.data.length, first.last_page, first.total, second.data.length]).toEqual([50, 2, 51, 1])
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(51)
  })

  it('ADMIN-50 GET /admin/users/{userId} answers the detail', async () => {
    const { path } = contract.getUserDetail
    expect(path).toBe('/admin/users/{userId}')
    const member = await createMember(test.db, owner, ROLE.member)
    const detail = await test.succeed(contract.getUserDetail, { params: { userId: member.id } }, operator)
    expect(detail).toMatchObject({
      id: member.id,
      email: member.email,
      role_id: ROLE.member,
      members: 2,
      has_two_factor: false,
      subscription: { plan_name: 'business', payment_type: 'monthly', end_date: null },
    })
    expect(detail.last_seen_at).not.toBeNull()
    expect((await test.call(contract.getUserDetail, { params: { userId: 2_000_000_000 } }, operator)).status).toBe(404)
  })
})

describe('updating a user', () => {
  const names = { first_name: '花子', last_name: '山田' }

  it('ADMIN-25 ADMIN-26 ADMIN-27 ADMIN-48 PATCH needs names of at most 100 characters and a valid email; the password is optional', async () => {
    const user = await createUser(test.db)
    const update = (body: object) =>
      test.call(contract.updateUser, { params: { userId: user.id }, body: body as never }, operator)
    const valid = { ...names, email: user.email }
    for (const [field, value] of [
      ['first_name', ''],
      ['last_name', 'あ'.repeat(101)],
      ['first_name', undefined],
      ['email', ''],
      ['email', 'no address'],
      ['password', 'weak'],
      ['password', 'Password1!'],
    ] as const) {
      const { status, body } = await update({ ...valid, [field]: value })
      expect([status, Object.keys((body as { errors?: object }).errors ?? {})]).toEqual([422, [field]])
    }
    const done = await update({ ...valid, last_name: 'あ'.repeat(100), password: '' })
    expect([done.status, done.body.last_name]).toEqual([200, 'あ'.repeat(100)])
    // Without a password, nothing ends.
    expect((await test.call(checkSession, {}, user)).status).toBe(200)
    const taken = await update({ ...valid, email: owner.email.toUpperCase() })
    expect([taken.status, taken.body]).toMatchObject([422, { errors: { email: ['unique'] } }])
  })

  it('a new password ends the sessions; the mail has a link to choose another one, not the password', async () => {
    const user = await createUser(test.db)
    const body = { ...names, email: user.email, password: 'Operator-chose1!' }
    await test.succeed(contract.updateUser, { params: { userId: user.id }, body }, operator)
    expect((await test.call(checkSession, {}, user)).status).toBe(401)
    const signIn = (password: string) => test.call(login, { body: { email: user.email, password } })
    expect([(await signIn(PASSWORD)).status, (await signIn(body.password)).status]).toEqual([401, 200])
    const [mail, ...others] = await readMails(test, user)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('【Kaiwa】パスワードが変更されました')
    expect(mail?.text_body).toMatch(/\/reset-password\/change\?token=/)
    expect(mail?.text_body).not.toContain(body.password)
    const [action] = await actionsOn(user.id)
    expect(action).toMatchObject({ action: 'user.update', operator_id: operator.id, after: { password: 'changed' } })
    expect(JSON.stringify(action)).not.toContain(body.password)
  })

  it('a new address is announced to the old one, and logged with both', async () => {
    const user = await createUser(test.db)
    const email = `${randomUUID()}@new.example`
    await test.succeed(contract.updateUser, { params: { userId: user.id }, body: { ...names, email } }, operator)
    expect((await readMails(test, user)).map(({ subject }) => subject)).toEqual([
      '【Kaiwa】メールアドレスが変更されました',
    ])
    expect(await actionsOn(user.id)).toMatchObject([{ before: { email: user.email }, after: { email } }])
  })

  it('a new address and a new password together are announced to the old address, without a link to the password', async () => {
    const user = await createUser(test.db)
    const body = { ...names, email: `${randomUUID()}@new.example`, password: 'Operator-chose1!' }
    await test.succeed(contract.updateUser, { params: { userId: user.id }, body }, operator)
    const [mail, ...others] = await readMails(test, user)
    expect(others).toEqual([])
    expect(mail?.text_body).toContain('同時に、Kaiwaの運営者がパスワードも変更しました。')
    expect(mail?.text_body).not.toContain('token=')
    expect((await readMails(test, body)).map(({ subject }) => subject)).toEqual(['【Kaiwa】パスワードが変更されました'])
  })

  it.each([
    ['operator-account', () => createOperator(test.db)],
    ['own-account', async () => operator],
  ])('ADMIN-20 names of operators can be changed; address and password are refused: %s', async (reason, subject) => {
    const { id, email } = await subject()
    const update = (body: object) =>
      test.call(contract.updateUser, { params: { userId: id }, body: { ...names, email, ...body } }, operator)
    for (const body of [{ email: `${randomUUID()}@new.example` }, { password: 'Operator-chose1!' }])
      expect(await update(body)).toMatchObject({ status: 403, body: { error: 'E_FORBIDDEN', reason } })
    expect(await actionsOn(id)).toEqual([])
    expect(await update({ password: '' })).toMatchObject({ status: 200, body: { name: '山田 花子', email } })
  })

  it('values of an old row do not replace newer ones: what the caller saw is compared', async () => {
    const user = await createUser(test.db, { first_name: '古い', last_name: '名前' })
    const seen = { first_name: '古い', last_name: '名前', email: user.email }
    const update = (body: object) =>
      test.call(
        contract.updateUser,
        { params: { userId: user.id }, body: { ...names, email: user.email, seen, ...body } },
        operator,
      )
    const answers = await Promise.all([update({ first_name: '一' }), update({ first_name: '二' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await update({})).toMatchObject({ status: 409, body: { error: 'E_CONFLICT', reason: 'status' } })
    expect(await actionsOn(user.id)).toHaveLength(1)
  })
})

describe('enabling and disabling', () => {
  const disable = (userId: number, as = operator) => test.call(contract.disableUser, { params: { userId } }, as)
  const enable = (userId: number, as = operator) => test.call(contract.enableUser, { params: { userId } }, as)

  it('ADMIN-46 ADMIN-47 DELETE disables a user immediately, POST enables again', async () => {
    expect([contract.disableUser.method, contract.disableUser.path]).toEqual([
      'DELETE',
      '/admin/users/{userId}/disable',
    ])
    expect([contract.enableUser.method, contract.enableUser.path]).toEqual(['POST', '/admin/users/{userId}/enable'])
    const user = await createUser(test.db)
    const signIn = () => test.call(login, { body: { email: user.email, password: PASSWORD } })
    expect((await disable(user.id)).status).toBe(200)
    const refused = await test.call(checkSession, {}, user)
    expect([refused.status, refused.body]).toMatchObject([403, { error: 'E_USER_DISABLED' }])
    expect([(await signIn()).status, (await signIn()).body]).toMatchObject([403, { error: 'E_USER_DISABLED' }])
    const { rows } =
      await sql`select from events where type = 'access.changed' and data -> 'user_ids' @> ${JSON.stringify([user.id])}::jsonb`.execute(
        test.db,
      )
    expect(rows).toHaveLength(1)
    expect((await enable(user.id)).status).toBe(200)
    expect((await signIn()).status).toBe(200)
    // The session of before has ended.
    expect((await test.call(checkSession, {}, user)).status).toBe(401)
    expect((await actionsOn(user.id)).map(({ action }) => action)).toEqual(['user.disable', 'user.enable'])
  })

  it('ADMIN-22 operators and oneself are refused', async () => {
    const other = await createOperator(test.db)
    for (const id of [other.id, operator.id])
      for (const act of [disable, enable]) expect((await act(id)).status).toBe(403)
    expect(await actionsOn(other.id)).toEqual([])
  })

  it('two simultaneous operators give one result and one row of the log', async () => {
    const second = await createOperator(test.db)
    const user = await createUser(test.db)
    const answers = await Promise.all([disable(user.id), disable(user.id, second), disable(user.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await actionsOn(user.id)).toHaveLength(1)
  })
})

describe('adding points', () => {
  const add = (userId: number, body: object) =>
    test.call(contract.addUserPoint, { params: { userId }, body: body as never }, operator)

  it('ADMIN-23 ADMIN-24 ADMIN-49 POST adds an integer and answers the new total, never below 0', async () => {
    expect([contract.addUserPoint.method, contract.addUserPoint.path]).toEqual(['POST', '/admin/users/{userId}/point'])
    const { id, workspaceId } = await createOwner(test.db)
    for (const point of [1.5, '10', null, 1_000_000_000_000, -1_000_000_000_000, undefined, '１０'])
      expect((await add(id, { point })).status).toBe(422)
    const totals: unknown[] = []
    for (const point of [5_000, -2_000, -999_999_999_999, 999_999_999_999, 0])
      totals.push((await add(id, { point })).body.point)
    expect(totals).toEqual([5_000, 3_000, 0, 999_999_999_999, 999_999_999_999])
    const rows = await test.db
      .selectFrom('billing_ledger')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute()
    expect(rows.map(({ billing_type: type, point, user_id: by }) => [type, point, by])).toEqual(
      [5_000, -2_000, -3_000, 999_999_999_999, 0].map((point) => ['give_point', point, operator.id]),
    )
    expect((await actionsOn(workspaceId))[2]).toMatchObject({
      action: 'point.add',
      before: { point: 3_000 },
      after: { point: 0, added: -999_999_999_999 },
    })
  })

  it('an operator adds no points to the own workspace, also not by another member; another operator does', async () => {
    const own = await createOwner(test.db)
    const member = await createMember(test.db, own, ROLE.member)
    await test.db.updateTable('users').set({ is_operator: true }).where('id', '=', own.id).execute()
    for (const { id } of [own, member]) {
      const answer = await test.call(contract.addUserPoint, { params: { userId: id }, body: { point: 5 } }, own)
      expect(answer).toMatchObject({ status: 403, body: { error: 'E_FORBIDDEN', reason: 'own-workspace' } })
      const { data } = await list({ query: own.email }, own)
      expect(data.map(({ can }) => can.add_point)).toEqual([false])
    }
    expect(await add(own.id, { point: 5 })).toMatchObject({ status: 201, body: { point: 5 } })
  })

  it('a repeated call adds once', async () => {
    const { id } = await createOwner(test.db)
    const body = { point: 100, request_id: randomUUID() }
    const answers = await Promise.all([add(id, body), add(id, body), add(id, body)])
    expect(answers.map((one) => one.body.point)).toEqual([100, 100, 100])
  })

  it('a repeated call with another number is refused, also where the ledger has less; another workspace is another call', async () => {
    const [{ id }, other] = [await createOwner(test.db), await createOwner(test.db)]
    await add(id, { point: 50 })
    const body = { point: -100, request_id: randomUUID() }
    expect((await add(id, body)).body.point).toBe(0)
    expect((await add(id, body)).body.point).toBe(0)
    for (const point of [-50, 100])
      expect(await add(id, { ...body, point })).toMatchObject({ status: 409, body: { reason: 'repeated' } })
    expect(await add(other.id, { ...body, point: 7 })).toMatchObject({ status: 201, body: { point: 7 } })
  })

  it('ADMIN-21 a workspace that is closed while the call waits for its lock gets no points', async () => {
    const { id, workspaceId } = await createOwner(test.db)
    const { answers, waited } = await atOnce(
      test.db,
      async (trx) => {
        await lockWorkspace(trx, workspaceId)
        await trx.deleteFrom('workspace_members').where('user_id', '=', id).execute()
        await trx.updateTable('workspaces').set({ status: 'closed' }).where('id', '=', workspaceId).execute()
      },
      [() => add(id, { point: 100 })],
    )
    expect([waited, answers[0]]).toMatchObject([1, { status: 409, body: { reason: 'workspace' } }])
    const row = await test.db.selectFrom('workspaces').select('point').where('id', '=', workspaceId).executeTakeFirst()
    expect(row?.point).toBe(0)
  })

  it('ADMIN-21 a user without a workspace is refused', async () => {
    const { id } = await createUser(test.db)
    expect((await add(id, { point: 1 })).status).toBe(409)
  })
})

describe('operators', () => {
  it('every call of operators is refused to owners, members, users and anonymous callers', async () => {
    const people = [owner, await createMember(test.db, owner, ROLE.manager), await createUser(test.db)]
    for (const person of people) {
      const { status, body } = await test.call(contract.listUsers, {}, person)
      expect([status, body]).toMatchObject([403, { error: 'E_FORBIDDEN', reason: 'operator' }])
    }
    expect((await test.call(contract.listUsers, {})).status).toBe(401)
  })

  it('an operator whose right was taken away is refused at the next call', async () => {
    const former = await createOperator(test.db)
    await test.succeed(contract.listUsers, {}, former)
    await test.db.updateTable('users').set({ is_operator: false }).where('id', '=', former.id).execute()
    expect((await test.call(contract.listUsers, {}, former)).status).toBe(403)
  })

  it('the audit log lists changes latest first, by operator and words, and cannot be changed', async () => {
    const mine = await createOperator(test.db)
    const user = await createUser(test.db)
    await test.succeed(contract.disableUser, { params: { userId: user.id } }, mine)
    await test.succeed(contract.enableUser, { params: { userId: user.id } }, mine)
    const { data } = await test.succeed(audit.listOperatorActions, { query: { operator_id: mine.id } }, mine)
    expect(data).toMatchObject([
      {
        action: 'user.enable',
        subject: 'user',
        subject_id: user.id,
        subject_name: user.email,
        after: { is_disabled: false },
      },
      {
        action: 'user.disable',
        operator: { id: mine.id, name: '運営 一郎', email: mine.email },
        before: { is_disabled: false },
      },
    ])
    const found = await test.succeed(
      audit.listOperatorActions,
      { query: { query: user.email, action: 'user.disable' } },
      mine,
    )
    expect(found.data.map(({ id }) => id)).toEqual([data[1]?.id])
    await expect(test.db.updateTable('operator_actions').set({ subject_name: '' }).execute()).rejects.toThrow(
      'append-only',
    )
    await expect(test.db.deleteFrom('operator_actions').execute()).rejects.toThrow('append-only')
    await expect(sql`truncate operator_actions`.execute(test.db)).rejects.toThrow('append-only')
  })
})

describe('in server mode', () => {
  it('an operator without two-factor authentication is refused with the reason, and admitted after setting it up', async () => {
    const server = await openTestApp({
      env: { KAIWA_MODE: 'server', KAIWA_URL: 'https://kaiwa.example', SMTP_URL: 'smtp://127.0.0.1:9' },
    })
    try {
      const someone = await createOperator(server.db)
      const refused = await server.call(audit.getOperator, {}, someone)
      expect([refused.status, refused.body]).toMatchObject([403, { error: 'E_FORBIDDEN', reason: 'two-factor' }])
      await server.db
        .insertInto('two_factors')
        .values({ user_id: someone.id, sealed_secret: Buffer.from('x'), confirmed_at: sql`now()` })
        .execute()
      expect(await server.succeed(audit.getOperator, {}, someone)).toEqual({
        id: someone.id,
        name: '運営 一郎',
        email: someone.email,
      })
      // The address of an invoice ends with the right, like every call.
      const invoice = await createInvoice(server.db, await createOwner(server.db))
      const { url } = await server.succeed(getInvoicePdf, { params: { invoiceId: invoice.id } }, someone)
      const open = async () => (await server.http.inject({ url })).statusCode
      const before = await open()
      await server.db.deleteFrom('two_factors').where('user_id', '=', someone.id).execute()
      expect([before, await open()]).toEqual([200, 404])
    } finally {
      await server.close()
    }
  })
})
