import { randomUUID } from 'node:crypto'
import {
  getTranscriptChanges,
  releaseLock,
  requestLock,
  saveBlocks,
  type SavedBlock,
} from '@kaiwa/contract/transcript-edits.ts'
import { deleteDraft, getDraft, listDrafts, saveDraft } from '@kaiwa/contract/drafts.ts'
import { listTranscriptHistory } from '@kaiwa/contract/history.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { removeWorkspaceMember } from '@kaiwa/contract/members.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { mergeSpeakers } from '@kaiwa/contract/speakers.ts'
import { createTag, deleteTag } from '@kaiwa/contract/tags.ts'
import { getTranscript, reanalyzeTranscript, type Block } from '@kaiwa/contract/transcripts.ts'
import { deleteFile } from '@kaiwa/contract/files.ts'
import { sql } from 'kysely'
import type { JobContext } from '../../platform/jobs/job.ts'
import { expireLock } from '../lock/expire-lock.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../test/test-calls.ts'
import {
  createEditingFixture,
  createFixtureFile,
  endLockTime,
  readFixture,
  saved,
  type EditingFixture,
} from '../../test/factories/editing-fixture.ts'
import { assign } from '../../test/factories/items.ts'
import { createMember } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  await sql`update edit_locks set state = 'released'`.execute(test.db)
  await sql`delete from transcript_drafts`.execute(test.db)
  fixture = await createFixtureFile(test, people)
  await test.db.deleteFrom('events').execute()
})
afterAll(() => test.close())

function at() {
  return { projectId: fixture.file.projectId, fileId: fixture.file.id }
}

function read() {
  return readFixture(test, fixture)
}

async function take(as: Caller, body: object = {}) {
  return (await test.succeed(requestLock, { params: at(), body }, as)).lock.version
}

function release(as: Caller) {
  return test.succeed(releaseLock, { params: at(), body: {} }, as)
}

type Put = SavedBlock & { speaker_id: number | null; section_name: string | null; previous: string | null }

/** A block in the form of a draft, with changes. */
function put(block: Block, changes: Partial<Put> = {}): Put {
  const { speaker_id, section_name } = block
  return { ...saved(block, changes), speaker_id, section_name, previous: null, ...changes }
}

type Body = Partial<Parameters<typeof test.call<typeof saveDraft>>[1]['body']>

function store(as: Caller, lockVersion: number, body: Body) {
  return test.call(
    saveDraft,
    { params: { id: fixture.transcriptId, lockVersion }, body: { revision: 0, since: 0, key: 'tab', ...body } },
    as,
  )
}

/** Takes the lock and stores a draft that gives the first block this text. */
async function storeText(as: Caller, content: string) {
  const version = await take(as)
  const { blocks, revision } = await read()
  const answer = await store(as, version, { revision, put: [put(blocks[0]!, { content })] })
  expect(answer.status).toBe(200)
  return { version, blocks, revision }
}

async function drafts(as: Caller) {
  return (await test.succeed(listDrafts, { params: { id: fixture.transcriptId } }, as)).data
}

async function changesOf(as: Caller, lockVersion: number) {
  return (await test.succeed(getDraft, { params: { id: fixture.transcriptId, lockVersion } }, as)).changes
}

async function history() {
  return (await test.succeed(listTranscriptHistory, { params: { id: fixture.transcriptId }, query: {} }, fixture.owner))
    .data
}

async function expire() {
  await endLockTime(test, fixture)
  await test.settle({ now: true, leaving: ['transcripts.reanalyse'] })
}

async function events() {
  const rows = await test.db.selectFrom('events').select('type').orderBy('id').execute()
  return rows.map(({ type }) => type)
}

describe('storing a draft', () => {
  it('EDIT-33 readers see nothing of it: no text, no revision, no event', async () => {
    const version = await take(fixture.owner)
    const before = await read()
    await test.db.deleteFrom('events').execute()
    const answer = await store(fixture.owner, version, { put: [put(before.blocks[0]!, { content: '下書き' })] })
    expect(answer.body).toEqual({ version: 1, saved_at: expect.any(String) })
    const { blocks, transcript } = await test.succeed(
      getTranscript,
      { params: { fileId: fixture.file.id } },
      fixture.viewer,
    )
    expect([transcript.revision, JSON.stringify(blocks).includes('下書き')]).toEqual([before.revision, false])
    expect(await events()).toEqual([])
    expect(await history()).toHaveLength(1)
  })

  it('does not extend the lock', async () => {
    const version = await take(fixture.owner)
    const until = (await read()).lock?.until
    await store(fixture.owner, version, { put: [put((await read()).blocks[0]!, { content: 'あ' })] })
    expect((await read()).lock?.until).toBe(until)
  })

  it('adds what changed since the last call, and removes what was reverted', async () => {
    const version = await take(fixture.owner)
    const { blocks } = await read()
    const [first, second, third, fourth] = blocks as [Block, Block, Block, Block]
    const added = randomUUID()
    await store(fixture.owner, version, { put: [put(first, { content: '一' }), put(second, { content: '二' })] })
    const next = await store(fixture.owner, version, {
      since: 1,
      put: [
        put(second, { content: '二、改' }),
        put(third, { uuid: added.toUpperCase(), content: '新', previous: third.uuid }),
      ],
      delete: [fourth.uuid],
      revert: [first.uuid],
    })
    expect(next.body).toMatchObject({ version: 2 })
    const stored = (await changesOf(fixture.owner, version)).toSorted((a, b) =>
      (a.after?.content ?? '').localeCompare(b.after?.content ?? '', 'ja'),
    )
    expect(stored.map(({ uuid, before, after }) => [uuid, before?.content, after?.content])).toEqual([
      [fourth.uuid, fourth.content, undefined],
      [added, undefined, '新'],
      [second.uuid, second.content, '二、改'],
    ])
    expect(await drafts(fixture.owner)).toMatchObject([{ lock_version: version, key: 'tab', version: 2, blocks: 3 }])
  })

  it('refuses a call that builds on another version, and accepts all changes with since 0', async () => {
    const version = await take(fixture.owner)
    const { blocks } = await read()
    const body = { put: [put(blocks[0]!, { content: '一' })] }
    await store(fixture.owner, version, body)
    for (const since of [2, 7])
      expect(await store(fixture.owner, version, { ...body, since })).toMatchObject({
        status: 409,
        error: 'E_CONFLICT',
        body: { reason: 'draft' },
      })
    const whole = await store(fixture.owner, version, { put: [put(blocks[1]!, { content: '二' })] })
    expect(whole.body).toMatchObject({ version: 1 })
    expect((await changesOf(fixture.owner, version)).map(({ uuid }) => uuid)).toEqual([blocks[1]!.uuid])
  })

  it('deletes a draft in which everything was reverted', async () => {
    const { version, blocks } = await storeText(fixture.owner, '一')
    const answer = await store(fixture.owner, version, { since: 1, revert: [blocks[0]!.uuid] })
    expect(answer.body).toMatchObject({ version: 0 })
    expect(await drafts(fixture.owner)).toEqual([])
  })

  it('refuses without the lock, with an old version, and after the lock has ended', async () => {
    const { blocks } = await read()
    const body = { put: [put(blocks[0]!, { content: '一' })] }
    expect((await store(fixture.owner, 1, body)).error).toBe('E_CONFLICT')
    const version = await take(fixture.editor)
    expect((await store(fixture.owner, version, body)).error).toBe('E_LOCKED')
    expect((await store(fixture.editor, version + 1, body)).error).toBe('E_CONFLICT')
    await endLockTime(test, fixture)
    expect(await store(fixture.editor, version, body)).toMatchObject({ status: 409, body: { reason: 'lock' } })
    expect(await drafts(fixture.editor)).toEqual([])
  })

  it('refuses a block that was changed after the revision', async () => {
    const { blocks, revision } = await read()
    const version = await take(fixture.owner)
    const body = { blocks: [saved(blocks[0]!, { content: '先の保存' })], revision, lock_version: version }
    await test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body }, fixture.owner)
    const answer = await store(fixture.owner, version, { revision, put: [put(blocks[0]!, { content: '古い' })] })
    expect(answer).toMatchObject({ status: 409, body: { reason: 'revision', block_uuids: [blocks[0]!.uuid] } })
  })

  it.each<[string, (blocks: Block[]) => Body, Record<string, string[]>]>([
    [
      'a word of another text',
      ([a]) => ({ put: [put(a!, { content: 'x', terms: a!.terms })] }),
      { 'put.0.terms.0': [] },
    ],
    ['a control character', ([a]) => ({ put: [put(a!, { content: '\u0000' })] }), { 'put.0.content': [] }],
    [
      'a section of 300 characters',
      ([a]) => ({ put: [put(a!, { section_name: 'あ'.repeat(300) })] }),
      { 'put.0.section_name': [] },
    ],
    ['a block twice', ([a]) => ({ put: [put(a!), put(a!)] }), { put: [] }],
    ['a block changed and reverted', ([a]) => ({ put: [put(a!)], revert: [a!.uuid] }), { put: [] }],
    ['a deleted block that does not exist', () => ({ delete: [randomUUID()] }), { 'delete.0': [] }],
    ['an unknown speaker', ([a]) => ({ put: [put(a!, { speaker_id: 2_000_000_000 })] }), { 'put.0.speaker_id': [] }],
    ['a key with other characters', () => ({ key: '<b>' }), { key: [] }],
    ['a long key', () => ({ key: 'x'.repeat(LIMITS.draftKeyLength + 1) }), { key: [] }],
  ])('refuses %s with 422 and stores nothing', async (_, bodyOf, fields) => {
    const version = await take(fixture.owner)
    const { blocks } = await read()
    const answer = await store(fixture.owner, version, bodyOf(blocks))
    expect([answer.status, Object.keys(answer.body as { errors?: object })]).toEqual([422, expect.any(Array)])
    expect(Object.keys((answer.body as unknown as { errors: object }).errors)).toEqual(
      expect.arrayContaining(Object.keys(fields)),
    )
    expect(await drafts(fixture.owner)).toEqual([])
  })

  it('keeps the five newest drafts of a person', async () => {
    const versions: number[] = []
    for (let round = 0; round < 7; round++) versions.push((await storeText(fixture.owner, `第${round}稿`)).version)
    expect((await drafts(fixture.owner)).map(({ lock_version }) => lock_version)).toEqual(
      versions.slice(-LIMITS.draftsPerTranscript).toReversed(),
    )
  })
})

describe('the end of a draft', () => {
  it('EDIT-37 EDIT-40 a save with the lock version deletes it', async () => {
    const { version, blocks, revision } = await storeText(fixture.owner, '保存する文')
    const body = { blocks: [saved(blocks[0]!, { content: '保存する文' })], revision, lock_version: version }
    await test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body }, fixture.owner)
    expect(await drafts(fixture.owner)).toEqual([])
    await expire()
    expect((await history()).filter(({ kind }) => kind === 'edit')).toHaveLength(1)
  })

  it('EDIT-38 a deleted draft is not published when the lock expires', async () => {
    const { version } = await storeText(fixture.owner, '破棄する文')
    await test.succeed(deleteDraft, { params: { id: fixture.transcriptId, lockVersion: version } }, fixture.owner)
    const before = await read()
    await expire()
    expect((await read()).texts).toEqual(before.texts)
    expect(await history()).toHaveLength(1)
  })

  it('a released lock keeps the draft for its author and publishes nothing', async () => {
    const { version } = await storeText(fixture.owner, '閉じたタブの文')
    await release(fixture.owner)
    await expire()
    expect(await history()).toHaveLength(1)
    expect(await drafts(fixture.owner)).toMatchObject([{ lock_version: version }])
    expect((await changesOf(fixture.owner, version)).map(({ after }) => after?.content)).toEqual(['閉じたタブの文'])
  })
})

describe('the expiry of the lock', () => {
  it('EDIT-33 publishes the draft as one revision of its author', async () => {
    const version = await take(fixture.editor)
    const { blocks, revision, texts } = await read()
    const [first, second, third, fourth] = blocks as [Block, Block, Block, Block]
    const [early, late] = [randomUUID(), randomUUID()]
    await store(fixture.editor, version, {
      revision,
      put: [
        put(first, { content: '一、改', section_name: '冒頭', speaker_id: fixture.speakerIds[1]! }),
        put(third, { uuid: late, content: '新しい後', previous: early }),
        put(third, { uuid: early, content: '新しい先', previous: third.uuid }),
      ],
      delete: [fourth.uuid],
    })
    await test.db.deleteFrom('events').execute()
    await expire()
    const now = await read()
    expect(now.texts).toEqual(['一、改', second.content, third.content, '新しい先', '新しい後', ...texts.slice(4)])
    expect(now.blocks[0]).toMatchObject({ section_name: '冒頭', speaker_id: fixture.speakerIds[1] })
    expect([now.revision, now.lock]).toEqual([revision + 1, null])
    expect(await history()).toMatchObject([
      { kind: 'edit', edited_by: { id: fixture.editor.id }, added: 2, changed: 1, removed: 1 },
      { kind: 'original' },
    ])
    expect(await drafts(fixture.editor)).toEqual([])
  })

  it('runs once, also when the job is repeated', async () => {
    await storeText(fixture.owner, '一度だけ')
    await expire()
    await expire()
    await test.succeed(requestLock, { params: at(), body: {} }, fixture.editor)
    expect((await history()).filter(({ kind }) => kind === 'edit')).toHaveLength(1)
  })

  it('is published before another person takes the expired lock, when the job has not run yet', async () => {
    await storeText(fixture.owner, '先に公開')
    await endLockTime(test, fixture)
    await take(fixture.editor)
    expect((await read()).texts[0]).toBe('先に公開')
    expect((await history())[0]).toMatchObject({ kind: 'edit', edited_by: { id: fixture.owner.id } })
    // The job of the first lock finds the new one.
    await expireLock.run({ transcript_id: fixture.transcriptId, file_id: fixture.file.id }, {
      app: test.app,
    } as JobContext)
    expect((await history()).filter(({ kind }) => kind === 'edit')).toHaveLength(1)
    expect((await read()).lock?.by.id).toBe(fixture.editor.id)
  })

  it('does not publish when the holder asks for the lock again, because editing continues', async () => {
    const { version } = await storeText(fixture.owner, 'まだ下書き')
    await endLockTime(test, fixture)
    await take(fixture.owner, { lock_version: version })
    expect((await history()).filter(({ kind }) => kind === 'edit')).toHaveLength(0)
    expect(await drafts(fixture.owner)).toHaveLength(1)
  })

  it('publishes only the draft of the expired lock; an older one stays for its author', async () => {
    const older = await storeText(fixture.owner, '前の下書き')
    const newer = await storeText(fixture.owner, '今の下書き')
    await expire()
    expect((await read()).texts[0]).toBe('今の下書き')
    expect(newer.version).toBe(older.version + 1)
    expect((await drafts(fixture.owner)).map(({ lock_version }) => lock_version)).toEqual([older.version])
  })

  it('getTranscriptChanges names the published draft to its author only', async () => {
    const { version, revision } = await storeText(fixture.owner, '寝ている間に')
    await expire()
    const ask = (as: Caller) =>
      test.succeed(getTranscriptChanges, { params: { id: fixture.transcriptId }, query: { since: revision } }, as)
    expect((await ask(fixture.owner)).published_draft).toEqual({
      lock_version: version,
      version: 1,
      revision: revision + 1,
    })
    expect((await ask(fixture.viewer)).published_draft).toBeNull()
  })

  it('keeps tags and speakers as they are now: a deleted tag is dropped, a merged speaker is the one it became', async () => {
    const tag = await test.succeed(
      createTag,
      { params: { fileId: fixture.file.id }, body: { name: `要望${fixture.file.id}` } },
      fixture.owner,
    )
    const [one, other] = fixture.speakerIds as [number, number]
    const version = await take(fixture.owner)
    const { blocks, revision } = await read()
    const tags = [{ tag_id: tag.id, tag_uuid: randomUUID(), offset: 0, text: '直し' }]
    await store(fixture.owner, version, {
      revision,
      put: [put(blocks[0]!, { content: '直した文', tags, speaker_id: one })],
    })
    await test.succeed(deleteTag, { params: { fileId: fixture.file.id }, query: { tagId: tag.id } }, fixture.owner)
    await sql`update speakers set is_manual = true where id = any(${[one, other]}::integer[])`.execute(test.db)
    const merge = { project_id: fixture.file.projectId, target_speaker_id: other, destination_speaker_id: one }
    await test.succeed(mergeSpeakers, { body: merge }, fixture.owner)
    await expire()
    const [first] = (await read()).blocks
    expect(first).toMatchObject({ content: '直した文', tags: [], speaker_id: other })
  })

  const saveAs = async (as: Caller, block: Block, content: string) => {
    const body = { blocks: [saved(block, { content })], revision: (await read()).revision }
    await test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body }, as)
  }

  it('merges the draft with what others have saved since in other words', async () => {
    const { blocks, texts } = await read()
    const version = await take(fixture.owner)
    await store(fixture.owner, version, { put: [put(blocks[0]!, { content: `${texts[0]}（終わり）` })] })
    await endLockTime(test, fixture)
    await saveAs(fixture.editor, blocks[0]!, `（初め）${texts[0]}`)
    await saveAs(fixture.editor, blocks[1]!, '他の人の文')
    await expire()
    expect((await read()).texts.slice(0, 2)).toEqual([`（初め）${texts[0]}（終わり）`, '他の人の文'])
  })

  it('publishes a draft with a deleted block after a new analysis of all blocks', async () => {
    const version = await take(fixture.owner)
    const { blocks, revision, texts } = await read()
    const [first, second] = blocks as [Block, Block]
    const joined = put(first, { content: `${first.content}${second.content}` })
    await store(fixture.owner, version, { revision, put: [joined], delete: [second.uuid] })
    await test.succeed(reanalyzeTranscript, { params: { id: fixture.transcriptId } }, fixture.editor)
    await test.settle()
    expect((await read()).blocks[1]?.terms).not.toEqual(second.terms)
    await expire()
    expect((await read()).texts).toEqual([joined.content, ...texts.slice(2)])
    expect(await drafts(fixture.owner)).toEqual([])
  })

  it('keeps the draft when others have changed the same words since', async () => {
    const { version, blocks } = await storeText(fixture.owner, '下書きの文')
    await endLockTime(test, fixture)
    await saveAs(fixture.editor, blocks[0]!, '他の人が同じ所を直した')
    await expire()
    expect((await read()).texts[0]).toBe('他の人が同じ所を直した')
    expect((await read()).lock).toBeNull()
    expect((await changesOf(fixture.owner, version)).map(({ after }) => after?.content)).toEqual(['下書きの文'])
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'the role on the folder',
      () => test.db.deleteFrom('item_roles').where('user_id', '=', fixture.editor.id).execute(),
    ],
    ['the session', () => test.db.deleteFrom('sessions').where('user_id', '=', fixture.editor.id).execute()],
    [
      'the account',
      () => test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', fixture.editor.id).execute(),
    ],
  ])('publishes nothing when its author has lost %s', async (_, lose) => {
    const editor = await createMember(test.db, fixture.owner, ROLE.member)
    await assign(test.db, fixture.folder, editor, ROLE.editor)
    fixture = { ...fixture, editor }
    const { version } = await storeText(editor, '権利のない文')
    // No event announces the change of rights: the job must check them itself.
    await lose()
    const before = await read()
    await expire()
    expect((await read()).texts).toEqual(before.texts)
    expect((await read()).lock).toBeNull()
    const row = await test.db.selectFrom('transcript_drafts').select('lock_version').execute()
    expect(row).toEqual([{ lock_version: version }])
  })

  it('publishes nothing of a deleted file; its author finds the draft after the file is restored', async () => {
    const { version } = await storeText(fixture.owner, '捨てた文')
    await test.succeed(
      deleteFile,
      { params: { projectId: fixture.file.projectId, id: fixture.file.id } },
      fixture.owner,
    )
    await expire()
    expect(await test.db.selectFrom('transcript_drafts').select('lock_version').execute()).toEqual([
      { lock_version: version },
    ])
    expect(
      await test.db
        .selectFrom('transcript_revisions')
        .selectAll()
        .where('transcript_id', '=', fixture.transcriptId)
        .execute(),
    ).toEqual([])
    expect((await test.call(listDrafts, { params: { id: fixture.transcriptId } }, fixture.owner)).status).toBe(404)
  })

  it('deletes the drafts of a person who has left the workspace', async () => {
    const editor = await createMember(test.db, fixture.owner, ROLE.member)
    await assign(test.db, fixture.folder, editor, ROLE.editor)
    await storeText(editor, '去った人の文')
    const { id: member_id } = await test.db
      .selectFrom('workspace_members')
      .select('id')
      .where('user_id', '=', editor.id)
      .executeTakeFirstOrThrow()
    await test.succeed(removeWorkspaceMember, { body: { member_id } }, fixture.owner)
    await test.settle()
    expect(await test.db.selectFrom('transcript_drafts').select('user_id').execute()).toEqual([])
  })
})
