import * as members from '@kaiwa/contract/members.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as accounts from '@kaiwa/contract/accounts.ts'
import * as contract from '@kaiwa/contract/sharing.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFolder, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { at, createSharingFixture, newAddress, openSharing } from '../../test/factories/sharing-calls.ts'
import {
  createMember,
  createOwner,
  createUser,
  PASSWORD,
  type TestOwner,
  type TestUser,
} from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

const { editor: EDITOR, viewer: VIEWER, manager: MANAGER } = ROLE
const { perAddress, perInviter, perMailbox } = LIMITS.invitationMailsPerDay

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

const { invite, mailsTo, remove } = openSharing(
  () => test,
  () => ({ owner, folder }),
)

function accept(token: string, as: TestUser) {
  return test.call(contract.acceptInvitation, { body: { token } }, as)
}

function linkIn(text: string) {
  return new URL(/http\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''
}

/** An address whose local part has no plus sign. */
function mailbox() {
  return newAddress().replaceAll('-', '')
}

/** Subject, text and HTML of a mail. */
function written({ subject, text_body: text, html_body: html }: Awaited<ReturnType<typeof mailsTo>>[number]) {
  return [subject, text, html ?? ''] as const
}

describe('names typed by users', () => {
  const bad = 'Your account is locked. Call +81 3 0000 0000 or see https://evil.example/login\r\nBcc: all@evil.example'

  it.each(['ja', 'en'] as const)(
    'are not in the subject of an invitation and are not linked in its body, %s',
    async (locale) => {
      const attacker = await createOwner(test.db, {
        locale,
        last_name: 'Kaiwa',
        first_name: `support@evil.example "${bad}`,
      })
      const attackerFolder = await createFolder(test.db, rootOf(attacker), { creator: attacker, name: bad })
      const [stranger, guest] = [newAddress(), await createMember(test.db, attacker, ROLE.guest, { locale })]
      for (const email of [stranger, guest.email]) {
        expect((await invite(email, VIEWER, attacker, attackerFolder)).status).toBe(201)
        const [mail] = await mailsTo(email)
        const [subject, text, html] = written(mail!)
        expect(subject).toMatch(
          /^(【Kaiwa】フォルダ(への招待が届いています|が共有されました)|Kaiwa: (you are invited to a folder|a folder was shared with you))$/,
        )
        for (const body of [text, html]) {
          expect(body).not.toMatch(/evil\.example|https?:\/\/evil|support@|0000 0000|Bcc/)
          // In quotation marks, cut after 40 characters.
          expect(body).toMatch(/(「|&quot;|")Your account is locked\. Call \+81 3 0000…(」|&quot;|")/)
        }
      }
    },
  )

  it.each(['ja', 'en'] as const)(
    'are neutralised in account mails too, such as the registration of a foreign address, %s',
    async (locale) => {
      const email = newAddress()
      const person = { first_name: 'https://evil.example/a', last_name: 'mail all@evil.example', password: PASSWORD }
      await test.succeed(accounts.register, { body: { ...person, email, locale } })
      const [mail] = await mailsTo(email)
      const [subject, text, html] = written(mail!)
      expect(subject).not.toContain('locked')
      for (const body of [text, html]) expect(body).not.toMatch(/evil\.example|all@/)
    },
  )
})

describe('limits', () => {
  it('a workspace gets 429 after the daily limit of mails to one address', async () => {
    const email = mailbox()
    for (let times = 0; times < perAddress; times += 1) expect((await invite(email, EDITOR)).status).toBe(201)
    const again = await invite(email, EDITOR)
    expect([again.status, again.error]).toEqual([429, 'E_TOO_MANY_REQUESTS'])
    expect(again.body).toMatchObject({ reason: 'invitation-mails-to-address', emails: [email] })
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(3600)
    // Case, a plus tag, another folder, withdrawal and another inviter do not reset the counter.
    const manager = await createMember(test.db, owner, MANAGER)
    const second = await createFolder(test.db, rootOf(owner), { creator: owner })
    expect((await invite(email.toUpperCase(), EDITOR)).status).toBe(429)
    expect((await invite(email.replace('@', '+1@'), EDITOR)).status).toBe(429)
    expect((await invite(email, EDITOR, manager, second)).status).toBe(429)
    expect((await remove(email)).status).toBe(200)
    expect((await invite(email, EDITOR)).status).toBe(429)
    const add = { body: { emails: email, role: ROLE.member } }
    expect((await test.call(members.addWorkspaceMembers, add, owner)).status).toBe(429)
    expect(await mailsTo(email)).toHaveLength(perAddress)
    // One day later.
    await sql`update rate_limits set expires_at = now() - interval '1 second'`.execute(test.db)
    expect((await invite(email, EDITOR)).status).toBe(201)
  })

  it('an invitation of several addresses lists all addresses at their daily limit and sends no invitation', async () => {
    const [one, two, third] = [mailbox(), mailbox(), mailbox()]
    for (let times = 0; times < perAddress; times += 1)
      for (const email of [one, two]) expect((await invite(email, EDITOR)).status).toBe(201)
    await sql`update subscriptions set payment_type = 'credit_card' where workspace_id = ${owner.workspaceId}`.execute(
      test.db,
    )
    const add = { body: { emails: [one, third, two].join(','), role: ROLE.member } }
    const { status, body } = await test.call(members.addWorkspaceMembers, add, owner)
    expect(status).toBe(429)
    expect(body).toMatchObject({ error: 'E_TOO_MANY_REQUESTS', reason: 'invitation-mails-to-address' })
    expect((body as unknown as { emails: string[] }).emails.toSorted()).toEqual([one, two].toSorted())
    expect(await mailsTo(third)).toEqual([])
    expect(await mailsTo(one)).toHaveLength(perAddress)
  })

  it('an owner can invite an office of 300 people in one day', async () => {
    await sql`update subscriptions set payment_type = 'credit_card' where workspace_id = ${owner.workspaceId}`.execute(
      test.db,
    )
    for (let call = 0; call < 3; call += 1) {
      const emails = Array.from({ length: 100 }, mailbox).join(',')
      expect(
        (await test.call(members.addWorkspaceMembers, { body: { emails, role: ROLE.member } }, owner)).status,
      ).toBe(201)
    }
  })

  it('beyond the limit over all workspaces no mail is sent and the answer stays the same', async () => {
    const email = mailbox()
    const before = []
    for (let number = 0; number < perMailbox / perAddress; number += 1) {
      const fixture = await createSharingFixture(test.db)
      for (let times = 0; times < perAddress; times += 1) {
        const { status, body } = await invite(email, VIEWER, fixture.owner, fixture.folder)
        expect(status).toBe(201)
        before.push(body)
      }
    }
    expect(await mailsTo(email)).toHaveLength(perMailbox)
    // Another workspace gets the same responses as the first ones, up to its own limit.
    for (let times = 0; times < perAddress; times += 1) {
      const { status, body } = await invite(email, VIEWER)
      expect([status, body]).toEqual([201, before[0]])
    }
    expect((await invite(email, VIEWER)).status).toBe(429)
    expect(await mailsTo(email)).toHaveLength(perMailbox)
    // The invitation is stored although no mail was sent.
    const { members_not_activated: waiting } = await test.succeed(contract.listMembers, { params: at(folder) }, owner)
    expect(waiting.map(({ email: shown }) => shown)).toEqual([email])
  })

  it('the last mailed link keeps working when a later mail is held back', async () => {
    const email = mailbox()
    expect((await invite(email, EDITOR)).status).toBe(201)
    const [mail] = await mailsTo(email)
    for (let number = 0; number < perMailbox / perAddress; number += 1) {
      const fixture = await createSharingFixture(test.db)
      for (let times = 0; times < perAddress; times += 1) await invite(email, VIEWER, fixture.owner, fixture.folder)
    }
    expect((await invite(email, VIEWER)).status).toBe(201)
    const person = await createUser(test.db, { email })
    expect((await accept(linkIn(mail!.text_body), person)).status).toBe(200)
    const { members_activated: there } = await test.succeed(contract.listMembers, { params: at(folder) }, owner)
    expect(there.find(({ id }) => id === person.id)?.role_id).toBe(VIEWER)
  })

  it('sharing with a member succeeds without a mail beyond the daily limit', async () => {
    const member = await createMember(test.db, owner, ROLE.guest)
    for (let times = 0; times < LIMITS.sharedMailsPerDay + 3; times += 1)
      expect((await invite(member.email, times % 2 === 0 ? EDITOR : VIEWER)).status).toBe(201)
    expect(await mailsTo(member.email)).toHaveLength(LIMITS.sharedMailsPerDay)
  })

  it('refused invitations are not counted', async () => {
    const email = mailbox()
    const stranger = await createOwner(test.db)
    for (let times = 0; times < perMailbox + 1; times += 1)
      expect((await invite(email, EDITOR, stranger)).error).toBe('E_NOT_FOUND')
    expect((await invite(email, EDITOR)).status).toBe(201)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('an inviter gets 429 after the daily limit; another inviter of the workspace does not', async () => {
    const addresses = Array.from({ length: 100 }, mailbox)
    const add = (emails: string[], as: TestUser) =>
      test.call(members.addWorkspaceMembers, { body: { emails: emails.join(','), role: ROLE.member } }, as)
    await sql`update subscriptions set payment_type = 'credit_card' where workspace_id = ${owner.workspaceId}`.execute(
      test.db,
    )
    expect((await add(addresses, owner)).status).toBe(201)
    // Simulates 899 more invitations: the counters of the inviter and of the workspace are at 100.
    await sql`update rate_limits set count = ${perInviter - 1} where count = 100`.execute(test.db)
    expect((await invite(mailbox(), VIEWER)).status).toBe(201)
    const refused = await invite(mailbox(), VIEWER)
    expect(refused).toMatchObject({ status: 429, body: { reason: 'invitation-mails' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600)
    const manager = await createMember(test.db, owner, MANAGER)
    expect((await invite(mailbox(), VIEWER, manager)).status).toBe(201)
  })
})
