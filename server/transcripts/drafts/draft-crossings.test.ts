// Drafts when another change happens to the transcript, the file or the author: before or after the expiry of the lock, or
// at the same time. The text is published once, or kept for its author; it is never lost or doubled.
import { getTranscriptChanges, requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { deleteDraft, getDraft, listDrafts, saveDraft } from '@kaiwa/contract/drafts.ts'
import { deleteFile, retryFile } from '@kaiwa/contract/files.ts'
import { listTranscriptHistory, restoreTranscript } from '@kaiwa/contract/history.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { emptyTrash } from '@kaiwa/contract/trash.ts'
import { moveItems } from '@kaiwa/contract/workspace.ts'
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import type { JobContext } from '../../platform/jobs/job.ts'
import { lockFile } from '../../files/store/files.ts'
import { atOnce } from '../../test/at-once.ts'
import {
  createEditingFixture,
  createFixtureFile,
  endLockTime,
  readFixture,
  saved,
  type EditingFixture,
} from '../../test/factories/editing-fixture.ts'
import { importFile, srt } from '../../test/factories/exchange-calls.ts'
import { assign, createFolder, rootOf } from '../../test/factories/items.ts'
import { createMember, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import type { Caller } from '../../test/test-calls.ts'
import { expireLock } from '../lock/expire-lock.ts'

const DRAFT = '下書きの文'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
let author: TestUser
let blocks: Block[]
let revision: number
let version: number
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
  people = await createEditingFixture(test)
})
// The author holds the lock and has a draft of the first block.
beforeEach(async () => {
  await sql`update edit_locks set state = 'released'`.execute(test.db)
  fixture = await createFixtureFile(test, people)
  author = await createMember(test.db, people.owner, ROLE.member)
  await assign(test.db, fixture.folder, author, ROLE.editor)
  version = (await take(author)).version
  const read = await readFixture(test, fixture)
  ;({ blocks, revision } = read)
  const body = { revision, since: 0, key: 'tab', put: [put(blocks[0]!, { content: DRAFT })] }
  await test.succeed(saveDraft, { params: draftAt(), body }, author)
})
afterAll(() => test.close())

function at() {
  return { projectId: fixture.file.projectId, fileId: fixture.file.id }
}

function draftAt() {
  return { id: fixture.transcriptId, lockVersion: version }
}

async function take(as: Caller, body: object = {}) {
  return (await test.succeed(requestLock, { params: at(), body }, as)).lock
}

function put(block: Block, changes: { content: string }) {
  return { ...saved(block, changes), speaker_id: block.speaker_id, section_name: null, previous: null }
}

async function expire() {
  const { app } = test
  const context = { app, log: app.log, signal: new AbortController().signal } as JobContext
  await expireLock.run({ transcript_id: fixture.transcriptId, file_id: fixture.file.id }, context)
  return { status: 0, error: undefined as string | undefined }
}

function save(content: string, as: Caller = author) {
  const body = { blocks: [saved(blocks[0]!, { content })], revision, lock_version: version }
  return test.call(saveBlocks, { params: { id: fixture.transcriptId }, body }, as)
}

function discard() {
  return test.call(deleteDraft, { params: draftAt() }, author)
}

/** Publications and saves by people, newest first, and whether the author has a draft. */
async function outcome() {
  const params = { id: fixture.transcriptId }
  const { data } = await test.succeed(listTranscriptHistory, { params, query: {} }, people.owner)
  const drafts = await test.db
    .selectFrom('draft_blocks')
    .select(sql<string>`after ->> 'content'`.as('text'))
    .where('transcript_id', '=', fixture.transcriptId)
    .execute()
  return {
    by: data.filter(({ kind }) => kind !== 'original').map(({ edited_by }) => edited_by?.id),
    text: (await readFixture(test, fixture)).texts[0],
    drafts: drafts.map(({ text }) => text),
  }
}

describe('two calls at the moment of expiry', () => {
  const others = '最後の十秒も書いた文'
  const calls = { expire, save: () => save(others), discard, renew: () => take(author, { lock_version: version }) }
  it.each<[keyof typeof calls, keyof typeof calls, (string | undefined)[], Awaited<ReturnType<typeof outcome>>]>([
    ['save', 'expire', [undefined, undefined], { by: [0], text: others, drafts: [] }],
    ['expire', 'save', [undefined, 'E_CONFLICT'], { by: [0], text: DRAFT, drafts: [] }],
    ['discard', 'expire', [undefined, undefined], { by: [], text: undefined, drafts: [] }],
    ['expire', 'discard', [undefined, undefined], { by: [0], text: DRAFT, drafts: [] }],
    ['renew', 'expire', [undefined, undefined], { by: [], text: undefined, drafts: [DRAFT] }],
    ['expire', 'renew', [undefined, undefined], { by: [0], text: DRAFT, drafts: [] }],
    ['expire', 'expire', [undefined, undefined], { by: [0], text: DRAFT, drafts: [] }],
    ['save', 'discard', [undefined, undefined], { by: [0], text: others, drafts: [] }],
  ])('%s before %s', async (first, second, errors, { by, text = blocks[0]?.content, drafts }) => {
    await endLockTime(test, fixture)
    const hold = (trx: Trx) => lockFile(trx, fixture.file.id)
    const run = async (name: keyof typeof calls) => ((await calls[name]()) as { error?: string }).error
    const { answers } = await atOnce(test.db, hold, [() => run(first), () => run(second)])
    expect(answers).toEqual(errors)
    expect(await outcome()).toEqual({ by: by.map(() => author.id), text, drafts })
  })
})

describe('two tabs of one person', () => {
  it('the second tab takes the lock over: the first can store nothing more, and its draft is kept', async () => {
    const second = await take(author, { take_over: true })
    const body = { revision, since: 1, key: 'tab', put: [put(blocks[1]!, { content: '遅れた文' })] }
    expect(await test.call(saveDraft, { params: draftAt(), body }, author)).toMatchObject({
      error: 'E_CONFLICT',
      body: { reason: 'lock', is_own: true },
    })
    const other = { revision, since: 0, key: 'tab2', put: [put(blocks[1]!, { content: '二つ目' })] }
    const params = { ...draftAt(), lockVersion: second.version }
    await test.succeed(saveDraft, { params, body: other }, author)
    await endLockTime(test, fixture)
    await expire()
    expect((await readFixture(test, fixture)).texts.slice(0, 2)).toEqual([blocks[0]!.content, '二つ目'])
    expect((await outcome()).drafts).toEqual([DRAFT])
  })
})

describe('the transcript changes below the draft', () => {
  it('an import by its author keeps the draft and ends the lock', async () => {
    const fields = { revision: String(revision), take_over: 'true' }
    expect((await importFile(test, fixture, srt('取り込んだ文'), fields, { as: author })).status).toBe(200)
    await expire()
    expect(await outcome()).toEqual({ by: [author.id], text: '取り込んだ文', drafts: [DRAFT] })
    expect(
      (await test.call(saveDraft, { params: draftAt(), body: { revision, since: 0, key: 'tab' } }, author)).error,
    ).toBe('E_CONFLICT')
  })

  it('a restored revision of other blocks is merged with the draft', async () => {
    const body = { blocks: [saved(blocks[1]!, { content: '二番目' })], revision, lock_version: version }
    await test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body }, author)
    const next = { revision: revision + 1, since: 0, key: 'tab', put: [put(blocks[0]!, { content: DRAFT })] }
    await test.succeed(saveDraft, { params: draftAt(), body: next }, author)
    const back = { revision, lock_version: version }
    await test.succeed(restoreTranscript, { params: { id: fixture.transcriptId }, body: back }, author)
    await endLockTime(test, fixture)
    await expire()
    expect((await readFixture(test, fixture)).texts.slice(0, 2)).toEqual([DRAFT, blocks[1]!.content])
  })

  describe('recognise again', () => {
    beforeEach(() =>
      test.db
        .updateTable('files')
        .set({ note: jsonb({ key: 'parts-missing', values: { count: '1' } }) })
        .where('id', '=', fixture.file.id)
        .execute(),
    )
    const retry = (as: Caller) => test.call(retryFile, { params: { fileId: fixture.file.id }, body: {} }, as)

    it('is refused while another person edits', async () => {
      expect(await retry(people.owner)).toMatchObject({ status: 409, error: 'E_LOCKED' })
      expect((await outcome()).drafts).toEqual([DRAFT])
    })

    it('ends the lock of its caller, whose draft is kept, and refuses what the tab sends later', async () => {
      expect((await retry(author)).status).toBe(200)
      await endLockTime(test, fixture)
      await expire()
      // The new transcript has other blocks.
      await sql`update blocks set uuid = gen_random_uuid() where transcript_id = ${fixture.transcriptId}`.execute(
        test.db,
      )
      await sql`update files set status = 'processed' where id = ${fixture.file.id}`.execute(test.db)
      await sql`update transcripts set status = 'completed' where id = ${fixture.transcriptId}`.execute(test.db)
      const body = { revision, since: 0, key: 'tab', put: [put(blocks[0]!, { content: DRAFT })] }
      expect((await test.call(saveDraft, { params: draftAt(), body }, author)).error).toBe('E_CONFLICT')
      expect((await save(DRAFT)).error).toBe('E_CONFLICT')
      expect(await outcome()).toEqual({ by: [], text: blocks[0]!.content, drafts: [DRAFT] })
    })
  })
})

describe('the file or the right changes', () => {
  const list = () => test.call(listDrafts, { params: { id: fixture.transcriptId } }, author)

  it('moved to a folder where its author may only read: not published, readable again after it was moved back', async () => {
    const folder = await createFolder(test.db, rootOf(people.owner), { creator: people.owner })
    await assign(test.db, folder, author, ROLE.viewer)
    const move = (from: number, to: number) =>
      test.succeed(
        moveItems,
        { params: { id: from, destinationId: to }, body: { target_item_ids: [fixture.file.itemId] } },
        people.owner,
      )
    await move(fixture.folder.itemId, folder.itemId)
    await endLockTime(test, fixture)
    await expire()
    expect([(await outcome()).by, (await list()).error]).toEqual([[], 'E_FORBIDDEN'])
    expect((await test.call(getDraft, { params: draftAt() }, author)).error).toBe('E_FORBIDDEN')
    expect((await discard()).error).toBe('E_FORBIDDEN')
    await move(folder.itemId, fixture.folder.itemId)
    expect((await list()).body.data).toMatchObject([{ lock_version: version, blocks: 1 }])
  })

  it('the author becomes a viewer while the publication waits for the file', async () => {
    await endLockTime(test, fixture)
    const hold = async (trx: Trx) => {
      await lockFile(trx, fixture.file.id)
      await trx.updateTable('item_roles').set({ role_id: ROLE.viewer }).where('user_id', '=', author.id).execute()
    }
    await atOnce(test.db, hold, [expire])
    expect(await outcome()).toEqual({ by: [], text: blocks[0]!.content, drafts: [DRAFT] })
    expect((await list()).error).toBe('E_FORBIDDEN')
  })

  it('is deleted with its file for good', async () => {
    await test.succeed(deleteFile, { params: { projectId: fixture.file.projectId, id: fixture.file.id } }, people.owner)
    await test.succeed(emptyTrash, {}, people.owner)
    await test.settle()
    expect(
      await test.db.selectFrom('transcript_drafts').select('key').where('user_id', '=', author.id).execute(),
    ).toEqual([])
  })
})

it('the published revision has the name of its author and the time of the publication, also in the file', async () => {
  const { now } = await test.succeed(requestLock, { params: at(), body: { lock_version: version } }, author)
  await endLockTime(test, fixture)
  await take(people.editor)
  const { transcript } = await readFixture(test, fixture)
  expect(transcript.last_edited_by?.id).toBe(author.id)
  expect(Date.parse(transcript.last_edited_at!)).toBeGreaterThanOrEqual(Date.parse(now))
  const file = await test.db
    .selectFrom('files')
    .select(['last_updated_by', 'last_updated_at'])
    .where('id', '=', fixture.file.id)
    .executeTakeFirstOrThrow()
  expect([file.last_updated_by, file.last_updated_at.toISOString()]).toEqual([author.id, transcript.last_edited_at])
  const params = { id: fixture.transcriptId }
  const { published_draft } = await test.succeed(getTranscriptChanges, { params, query: { since: revision } }, author)
  expect(published_draft).toMatchObject({ lock_version: version, version: 1 })
})
