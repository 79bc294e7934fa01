// Recordings are sent by the built page to the real server while they grow. Faults are made where they happen: in the
// network of the browser, and in the rows of the server.
import { randomUUID } from 'node:crypto'
import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import { cancelUpload } from '@kaiwa/contract/uploads.ts'
import { deleteItem } from '@kaiwa/contract/workspace.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { JournalEntry, RecordingDetails, RecordingHeader } from '@kaiwa/recording/journal.ts'
import { hashToken } from '@kaiwa/server/accounts/tokens.ts'
import { recordUsage, refundUsage } from '@kaiwa/server/billing/record-usage.ts'
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import { assign, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '@kaiwa/server/test/factories/users.ts'
import { openTestApp, type TestApp } from '@kaiwa/server/test/open-test-app.ts'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test as base, vi } from 'vitest'
import { type BuiltPage, buildRecordingPage } from './test/build-recording-page.ts'

const GB = 1_073_741_824
const STARTED_AT = '2026-11-27T09:00:00.000Z'

let built: BuiltPage
let test: TestApp
let browser: Browser
let url: string
let owner: TestOwner
let folder: TestFolder
let other: TestFolder
beforeAll(async () => {
  ;[built, browser] = await Promise.all([buildRecordingPage(), openBrowser()])
  test = await openTestApp({ webFolder: built.folder })
  url = await test.listen()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner, name: '商談' })
  other = await createFolder(test.db, rootOf(owner), { creator: owner, name: '面接' })
})
afterAll(async () => {
  await browser.close()
  await test.close()
  await built.remove()
})

async function signIn(context: BrowserContext, { token }: TestUser): Promise<void> {
  await context.addCookies([{ name: SESSION_COOKIE, value: token, url, httpOnly: true, sameSite: 'Lax' }])
}

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(() => window.recording.openStore())
  return page
}

/** Begins a recording in a tab. */
async function create(page: Page, user: TestUser, rest: Partial<RecordingHeader>): Promise<void> {
  const header: RecordingHeader = {
    type: 'header',
    version: 1,
    uuid: randomUUID(),
    userId: user.id,
    startedAt: STARTED_AT,
    title: '商談の録音',
    folderId: folder.projectId,
    language: 'ja',
    numSpeaker: 0,
    ...rest,
  }
  await page.evaluate((one) => window.recording.create(one), header)
}

/** A tab of a new browser context that has begun a recording. */
type Begin = (user?: TestUser, rest?: Partial<RecordingHeader>) => Promise<Page>

/** Tests run concurrently, because they mostly wait for timers. Each has its own browser contexts. */
const it = base.extend<{ begin: Begin }>({
  begin: async ({ task: _task }, provide) => {
    const contexts: BrowserContext[] = []
    await provide(async (user = owner, rest = {}) => {
      const context = await browser.newContext({ baseURL: url })
      contexts.push(context)
      await signIn(context, user)
      const page = await openTab(context)
      await create(page, user, rest)
      return page
    })
    for (const context of contexts) {
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      await context.close()
    }
  },
})

function record(page: Page, pieces: number, bytes = 4_000) {
  return page.evaluate(([count, size]) => window.recording.record(count, size), [pieces, bytes] as const)
}

function append(page: Page, entry: JournalEntry) {
  return page.evaluate((one) => window.recording.append(one), entry)
}

function send(page: Page) {
  return page.evaluate(() => window.recording.send())
}

function summary(page: Page) {
  return page.evaluate(() => window.recording.summary())
}

function sending(page: Page) {
  return page.evaluate(() => window.recording.sending())
}

/** `expect.poll` needs the current test, of which there are several. */
function until(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000, interval: 50 })
}

/** Opens a recording in a tab as soon as no other one has it. */
async function takeOver(page: Page, uuid: string): Promise<void> {
  await until(async () => expect(await page.evaluate((one) => window.recording.open(one), uuid)).toBe(true))
}

async function isPhase(page: Page, phase: string): Promise<void> {
  await until(async () => expect(await sending(page)).toMatchObject({ phase }))
}

/** Waits until the server has everything that is stored. */
async function isCurrent(page: Page): Promise<void> {
  await until(async () => expect((await sending(page))?.sent).toBe((await summary(page)).size))
}

async function finish(
  page: Page,
  details: Partial<RecordingHeader> = {},
): Promise<{ fileId: number; projectId: number }> {
  await append(page, { type: 'stopped', at: 1 })
  const chosen = { ...(await summary(page)).details, ...details }
  await append(page, { ...chosen, type: 'details' })
  await append(page, { type: 'confirmed', at: 1 })
  await isPhase(page, 'finished')
  const { fileId, projectId } = (await sending(page))!
  return { fileId: fileId!, projectId: projectId! }
}

function fileOf(id: number) {
  return test.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** In a tab: ends a stored recording. Returns its file, or why this tab could not. */
function finishStored({ uuid, details }: { uuid: string; details: RecordingDetails }) {
  return window.recording.finishStored(uuid, details)
}

/** Checks that the file has the bytes of the recording, in their order. */
async function expectBytes(fileId: number, size: number): Promise<void> {
  const { video_id: videoId } = await fileOf(fileId)
  const stored = await test.read(await test.app.storage.get(`media/${videoId}/original`))
  expect(stored.length).toBe(size)
  expect(stored.equals(Buffer.from(Uint8Array.from({ length: size }, (_value, index) => index % 251)))).toBe(true)
}

function uploadsOf(uuid: string) {
  return test.db.selectFrom('uploads').select('id').where('uuid', '=', uuid).execute()
}

async function uploadOf(page: Page): Promise<number> {
  return (await summary(page)).upload!.uploadId
}

describe.concurrent('a recording', () => {
  it.concurrent('arrives while it grows, with its segments and markers; it ends when its details are chosen', async ({
    begin,
  }) => {
    const page = await begin()
    await send(page)
    await record(page, 3)
    await until(async () => expect(await sending(page)).toMatchObject({ phase: 'current', sent: 12_000 }))
    await append(page, { type: 'segment', offset: 12_000, mime: 'audio/webm', hasVideo: false, startedAt: STARTED_AT })
    await append(page, { type: 'interruption', seconds: 3, missing: 60, reason: 'sleep' })
    await append(page, { type: 'marker', seconds: 3.5, note: '値段' })
    await record(page, 2)
    await isCurrent(page)
    const uploadId = await uploadOf(page)
    const { file_id: id } = await test.db
      .selectFrom('uploads')
      .select('file_id')
      .where('id', '=', uploadId)
      .executeTakeFirstOrThrow()
    const notes = () => test.db.selectFrom('recordings').selectAll().where('file_id', '=', id).executeTakeFirstOrThrow()
    const expected = {
      segments: [
        { offset: 0, started_at: STARTED_AT },
        { offset: 12_000, started_at: STARTED_AT },
      ],
      markers: [{ seconds: 3.5, note: '値段' }],
      interruptions: [{ seconds: 3, missing: 60, reason: 'sleep' }],
    }
    await until(async () => expect(await notes()).toMatchObject(expected))
    await append(page, { type: 'stopped', at: 1 })
    // Changed after the stop, which is not the choice for the end.
    await append(page, { ...(await summary(page)).details, type: 'details', language: 'en' })
    await until(async () => expect((await fileOf(id)).language).toBe('en'))
    await isCurrent(page)
    expect(await fileOf(id)).toMatchObject({ is_recording: true, status: 'waiting' })
    const choice = { title: '面接の録音', folderId: other.projectId, language: 'en', numSpeaker: 3 }
    const { fileId, projectId } = await finish(page, choice)
    expect({ fileId, projectId }).toEqual({ fileId: id, projectId: other.projectId })
    expect(await fileOf(id)).toMatchObject({
      is_recording: false,
      title: '面接の録音',
      file_name: '商談の録音.weba',
      project_id: other.projectId,
      language: 'en',
      num_speaker: 3,
    })
    await expectBytes(id, 20_000)
    expect(await summary(page)).toMatchObject({ isFinished: true, upload: { fileId: id } })
  })

  it.concurrent('continues at the offset of the server after a reload, and no byte is sent twice', async ({
    begin,
  }) => {
    const page = await begin()
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent += request.postDataBuffer()?.length ?? 0
    })
    await send(page)
    await record(page, 4, 500_000)
    await isCurrent(page)
    const { uuid } = (await summary(page)).header!
    await page.reload()
    await page.evaluate(() => window.recording.openStore())
    await takeOver(page, uuid)
    await append(page, {
      type: 'segment',
      offset: 2_000_000,
      mime: 'audio/webm',
      hasVideo: false,
      startedAt: STARTED_AT,
    })
    await record(page, 1, 30_000)
    await send(page)
    const { fileId } = await finish(page)
    await expectBytes(fileId, 2_030_000)
    expect(sent).toBe(2_030_000)
  })

  it.concurrent('is finished by a second tab when the first is gone', async ({ begin }) => {
    const page = await begin()
    await send(page)
    await record(page, 2)
    await isCurrent(page)
    const { uuid } = (await summary(page)).header!
    const second = await openTab(page.context())
    await page.close()
    await takeOver(second, uuid)
    await send(second)
    const { fileId } = await finish(second)
    await expectBytes(fileId, 8_000)
    // A tab that was left behind, or a lost answer: the recording is complete already.
    await second.evaluate(() => window.recording.close())
    expect(await second.evaluate((user) => window.recording.list(user), owner.id)).toEqual([])
  })

  it.concurrent('is sent completely while a second tab sends another one', async ({ begin }) => {
    const first = await begin()
    const second = await openTab(first.context())
    await create(second, owner, { title: '面接の録音' })
    const tabs = [first, second]
    for (const tab of tabs) await send(tab)
    for (const bytes of [4_000, 30_000]) {
      await Promise.all(tabs.map((tab, index) => record(tab, 2 + index, bytes)))
      await Promise.all(tabs.map(isCurrent))
    }
    const files = await Promise.all(tabs.map((tab) => finish(tab)))
    expect(new Set(files.map(({ fileId }) => fileId)).size).toBe(2)
    for (const [index, { fileId }] of files.entries()) await expectBytes(fileId, (2 + index) * 34_000)
    const titles = await Promise.all(files.map(async ({ fileId }) => (await fileOf(fileId)).title))
    expect(titles).toEqual(['商談の録音', '面接の録音'])
  })

  it.concurrent('that two tabs finish at the same moment is sent once', async ({ begin }) => {
    const first = await begin()
    await send(first)
    await record(first, 2)
    await isCurrent(first)
    const { header, details } = await summary(first)
    const { uuid } = header!
    const second = await openTab(first.context())
    // A tab that owns it keeps it.
    expect(await second.evaluate(finishStored, { uuid, details })).toBe('owned')
    await first.evaluate(() => window.recording.close())
    const outcomes = await Promise.all([first, second].map((tab) => tab.evaluate(finishStored, { uuid, details })))
    const [file, ...more] = outcomes.filter((outcome) => typeof outcome === 'object')
    expect(more).toEqual([])
    expect(outcomes.filter((outcome) => outcome === 'owned' || outcome === 'ended')).toHaveLength(1)
    await expectBytes(file!.fileId, 8_000)
    expect(await second.evaluate((user) => window.recording.list(user), owner.id)).toEqual([])
    expect(await uploadsOf(uuid)).toHaveLength(1)
  })

  it.concurrent('that is complete at the server already is finished', async ({ begin }) => {
    const page = await begin()
    let isLost = false
    await page.route('**/api/uploads/*', async (route) => {
      if (route.request().method() !== 'PUT' || isLost) return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await record(page, 2)
    await send(page)
    const { fileId } = await finish(page)
    expect(isLost).toBe(true)
    await expectBytes(fileId, 8_000)
  })
})

/** Handles the first `times` requests of tus with this method; others go on. */
async function disturb(page: Page, method: string, times: number, fault: (route: Route) => Promise<void>) {
  let left = times
  await page.route('**/api/tus/**', async (route) => {
    if (route.request().method() !== method || left === 0) return route.fallback()
    left -= 1
    await fault(route)
  })
  return () => left
}

describe.concurrent('a fault of the network or the server', () => {
  it.for<[string, string, number, (route: Route) => Promise<void>]>([
    ['an answer of 503', 'PATCH', 2, (route) => route.fulfill({ status: 503 })],
    ['an answer of 500 for the offset', 'HEAD', 2, (route) => route.fulfill({ status: 500 })],
    ['a lost connection', 'PATCH', 1, (route) => route.abort()],
    [
      'a lost answer',
      'PATCH',
      1,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
    ],
    [
      'damaged bytes',
      'PATCH',
      1,
      (route) => {
        const bytes = Buffer.from(route.request().postDataBuffer()!)
        bytes[0] = 255
        return route.continue({ postData: bytes })
      },
    ],
  ])('of %s loses nothing', async ([_name, method, times, fault], { begin }) => {
    const page = await begin()
    // The offset is asked for after a failure.
    if (method === 'HEAD') await disturb(page, 'PATCH', 1, (route) => route.abort())
    const left = await disturb(page, method, times, fault)
    await record(page, 3)
    await send(page)
    await isCurrent(page)
    await record(page, 1)
    const { fileId } = await finish(page)
    expect(left()).toBe(0)
    await expectBytes(fileId, 16_000)
  })

  it.concurrent('of several hours does not end the recording, which is sent afterwards', async ({ begin }) => {
    const page = await begin()
    await send(page)
    await record(page, 2)
    await isCurrent(page)
    await page.context().setOffline(true)
    await record(page, 3)
    await isPhase(page, 'waiting')
    await record(page, 3)
    await page.context().setOffline(false)
    await isCurrent(page)
    await expectBytes((await finish(page)).fileId, 32_000)
  })
})

it.concurrent('a clock that is set while it is recorded changes nothing', async ({ begin }) => {
  const page = await begin()
  await send(page)
  await record(page, 2)
  await isCurrent(page)
  for (const days of [400, -800]) {
    await page.evaluate((shift) => {
      const now = Date.now
      Date.now = () => now() + shift * 86_400_000
    }, days)
    // After a failure, too.
    await disturb(page, 'PATCH', 1, (route) => route.fulfill({ status: 503, headers: { 'Retry-After': '1' } }))
    await record(page, 2)
    await isCurrent(page)
  }
  const { seconds, size } = await summary(page)
  expect({ seconds, size }).toEqual({ seconds: 6, size: 24_000 })
  await expectBytes((await finish(page)).fileId, 24_000)
})

describe.concurrent('an upload', () => {
  it.concurrent('that was announced when the page ended is taken over by the next announcement', async ({ begin }) => {
    const page = await begin()
    const announced = Promise.withResolvers<void>()
    await page.route('**/upload-url', async (route) => {
      await route.fetch()
      announced.resolve()
    })
    await record(page, 2)
    await send(page)
    await announced.promise
    const { header, upload } = await summary(page)
    expect(upload).toBeNull()
    await page.unroute('**/upload-url')
    await page.reload()
    await page.evaluate(() => window.recording.openStore())
    await takeOver(page, header!.uuid)
    await send(page)
    await expectBytes((await finish(page)).fileId, 8_000)
    expect(await uploadsOf(header!.uuid)).toHaveLength(1)
  })

  it.concurrent('with bytes that the journal does not know continues at their end', async ({ begin }) => {
    const uuid = randomUUID()
    const page = await begin(owner, { uuid })
    await send(page)
    await record(page, 2)
    await isCurrent(page)
    await page.evaluate(() => window.recording.close())
    // As after a full disk, which had no room for the entry: the same recording, without it.
    const later = await begin(owner, { uuid })
    await record(later, 4)
    await send(later)
    await expectBytes((await finish(later)).fileId, 16_000)
    expect(await uploadsOf(uuid)).toHaveLength(1)
  })

  it.concurrent('with more bytes than were kept here is cancelled before another one begins', async ({ begin }) => {
    const uuid = randomUUID()
    const page = await begin(owner, { uuid })
    await send(page)
    await record(page, 2)
    await isCurrent(page)
    const uploadId = await uploadOf(page)
    await page.evaluate(() => window.recording.close())
    // As after a failure of the device, which has lost bytes and the entry.
    const later = await begin(owner, { uuid })
    let lost = 0
    await later.route('**/api/uploads/*', async (route) => {
      if (route.request().method() !== 'DELETE' || lost === 3) return route.fallback()
      lost += 1
      await route.abort()
    })
    await record(later, 1)
    await send(later)
    await isCurrent(later)
    expect(lost).toBe(3)
    await expectBytes((await finish(later)).fileId, 4_000)
    const uploads = await uploadsOf(uuid)
    expect(uploads.map(({ id }) => id === uploadId)).toEqual([false])
  })

  it.concurrent('is refused when the server has fewer bytes than it had confirmed, and continues from the offset of the server', async ({
    begin,
  }) => {
    const page = await begin()
    await send(page)
    await record(page, 2)
    await isCurrent(page)
    const statuses: number[] = []
    page.on('response', (response) => {
      if (response.request().method() === 'PATCH') statuses.push(response.status())
    })
    await test.db
      .updateTable('uploads')
      .set({ received: 4_000 })
      .where('id', '=', await uploadOf(page))
      .execute()
    await record(page, 2)
    await isCurrent(page)
    // The driver may report an answer after the page has read it.
    await until(async () => expect([statuses[0], statuses.at(-1)]).toEqual([409, 204]))
    await expectBytes((await finish(page)).fileId, 16_000)
  })

  it.concurrent('of a session that has ended waits for a sign-in', async ({ begin }) => {
    const user = await createMember(test.db, owner, ROLE.member)
    await assign(test.db, folder, user, ROLE.editor)
    const page = await begin(user)
    await send(page)
    await record(page, 2)
    await isCurrent(page)
    const setHash = (hash: Buffer) =>
      test.db.updateTable('sessions').set({ token_hash: hash }).where('user_id', '=', user.id).execute()
    await setHash(hashToken(randomUUID()))
    // Saving it is refused with 401; the signature of the upload does not depend on the session.
    await append(page, { type: 'marker', seconds: 1, note: '値段' })
    await isPhase(page, 'signed-out')
    await record(page, 2)
    await setHash(hashToken(user.token))
    await page.evaluate(() => window.recording.refreshSession())
    await isCurrent(page)
    await expectBytes((await finish(page)).fileId, 16_000)
  })

  it.concurrent('with expired credentials is renewed', async ({ begin }) => {
    const page = await begin()
    await send(page)
    await record(page, 2)
    await isCurrent(page)
    const uploadId = await uploadOf(page)
    await test.db
      .updateTable('uploads')
      .set({ expires_at: new Date(0) })
      .where('id', '=', uploadId)
      .execute()
    await record(page, 2)
    await isCurrent(page)
    expect(await uploadOf(page)).toBe(uploadId)
    await expectBytes((await finish(page)).fileId, 16_000)
  })

  it.concurrent('that was deleted on the server starts again from the first byte', async ({ begin }) => {
    const page = await begin()
    await send(page)
    await record(page, 2)
    await isCurrent(page)
    const uploadId = await uploadOf(page)
    await test.succeed(cancelUpload, { params: { uploadId } }, owner)
    await record(page, 2)
    await until(async () => expect(await uploadOf(page)).not.toBe(uploadId))
    await expectBytes((await finish(page)).fileId, 16_000)
  })
})

it.concurrent('without storage, recording continues; sending resumes when storage was freed', async ({ begin }) => {
  const poor = await createOwner(test.db, { plan: 'trial' })
  const target = await createFolder(test.db, rootOf(poor), { creator: poor })
  const cause = `test:${randomUUID()}`
  await test.db.transaction().execute((trx) =>
    recordUsage(trx, {
      workspaceId: poor.workspaceId,
      userId: poor.id,
      fileId: null,
      kind: 'storage',
      amount: 5 * GB,
      cause,
    }),
  )
  const page = await begin(poor, { folderId: target.projectId })
  await send(page)
  await record(page, 2)
  await isPhase(page, 'no-storage')
  await record(page, 2)
  await test.db.transaction().execute((trx) => refundUsage(trx, cause))
  await page.evaluate(() => window.recording.retry())
  await isCurrent(page)
  await expectBytes((await finish(page)).fileId, 16_000)
})

function setWorkspaceRole({ id }: TestUser, role: number) {
  return test.db.updateTable('workspace_members').set({ role_id: role }).where('user_id', '=', id).execute()
}

it.concurrent.for<[string, (target: TestFolder, member: TestUser) => Promise<unknown>]>([
  [
    'of which the right was lost',
    async (target, member) => {
      await assign(test.db, target, member, ROLE.viewer)
      // Members may edit what they have created.
      await setWorkspaceRole(member, ROLE.guest)
    },
  ],
  ['that was deleted', (target) => test.succeed(deleteItem, { params: { id: target.itemId } }, owner)],
])('into a folder %s is sent to another one that is chosen', async ([_case, end], { begin }) => {
  const member = await createMember(test.db, owner, ROLE.member)
  const target = await createFolder(test.db, rootOf(owner), { creator: owner })
  for (const one of [target, other]) await assign(test.db, one, member, ROLE.editor)
  const page = await begin(member, { folderId: target.projectId })
  await send(page)
  await record(page, 2)
  await isCurrent(page)
  await end(target, member)
  await record(page, 2)
  await isPhase(page, 'no-folder')
  await record(page, 1)
  await setWorkspaceRole(member, ROLE.member)
  const { details } = await summary(page)
  await append(page, { ...details, type: 'details', folderId: other.projectId })
  await isCurrent(page)
  const { fileId, projectId } = await finish(page)
  expect(projectId).toBe(other.projectId)
  await expectBytes(fileId, 20_000)
})

it.concurrent('waits for a sign-in of the person who recorded', async ({ begin }) => {
  const page = await begin()
  await send(page)
  await record(page, 2)
  await isCurrent(page)
  const context = page.context()
  const patches: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()))
  await signIn(context, await createOwner(test.db))
  await page.evaluate(() => window.recording.refreshSession())
  await record(page, 2)
  await isPhase(page, 'signed-out')
  expect(patches).toEqual([])
  await signIn(context, owner)
  await page.evaluate(() => window.recording.refreshSession())
  await isCurrent(page)
  await expectBytes((await finish(page)).fileId, 16_000)
})
