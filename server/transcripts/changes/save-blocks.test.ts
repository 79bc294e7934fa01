import { randomUUID } from 'node:crypto'
import {
  type ChangeSet,
  getTranscriptChanges,
  releaseLock,
  requestLock,
  saveBlocks,
} from '@kaiwa/contract/transcript-edits.ts'
import { fileChannel, folderChannel } from '@kaiwa/contract/channels.ts'
import type { OperationInput } from '@kaiwa/contract/operation.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { applyChanges } from '@kaiwa/transcript/changes.ts'
import { toTranscriptDocument } from '@kaiwa/transcript/transcript-document.ts'
import { toEditableDocument } from '@kaiwa/transcript/editable-document.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../test/test-calls.ts'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  saved,
  type EditingFixture,
} from '../../test/factories/editing-fixture.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
let lock_version: number
let now: Awaited<ReturnType<typeof readFixture>>
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  fixture = await createFixtureFile(test, people)
  now = await readFixture(test, fixture)
  lock_version = (await lock(fixture.owner)).version
  await test.db.deleteFrom('events').execute()
})
afterAll(() => test.close())

type Body = OperationInput<typeof saveBlocks>['body']

function fileParams() {
  return { projectId: fixture.file.projectId, fileId: fixture.file.id }
}

async function lock(as: Caller) {
  return (await test.succeed(requestLock, { params: fileParams(), body: { take_over: true } }, as)).lock
}

function release(as: Caller) {
  return test.succeed(releaseLock, { params: fileParams(), body: {} }, as)
}

function runOut() {
  return sql`update edit_locks set until = clock_timestamp() - interval '1 second'`.execute(test.db)
}

function call(body: Body, as: Caller = fixture.owner) {
  return test.call(
    saveBlocks,
    { params: { id: fixture.transcriptId }, body: { revision: now.revision, lock_version, ...body } },
    as,
  )
}

async function save(body: Body, as: Caller = fixture.owner) {
  const answer = await call(body, as)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

function block(index: number) {
  const found = now.blocks[index]
  if (!found) throw new Error(`no block ${index}`)
  return found
}

function inserted(position: number, content: string, changes = {}) {
  return {
    uuid: randomUUID(),
    content,
    start_time: 1,
    end_time: 2,
    terms: [],
    tags: [],
    is_break: false,
    position,
    speaker_id: fixture.speakerIds[0] ?? null,
    ...changes,
  }
}

function read() {
  return readFixture(test, fixture)
}

describe('saveBlocks', () => {
  it('EDIT-58 EDIT-67 EDIT-69 EDIT-70 saves, inserts, deletes, and changes speakers and sections in one request', async () => {
    const made = inserted(2, '新しい発言。')
    const answer = await save({
      blocks: [saved(block(0), { content: 'おはようございます。', is_break: true })],
      insert: [made],
      delete: [block(3).uuid],
      speaker: [{ block_uuid: block(4).uuid, speaker_id: fixture.speakerIds[1] ?? 0, child_block_uuids: [made.uuid] }],
      section: [{ block_uuid: block(1).uuid, section_name: ' 導入 ' }],
    })
    const after = await read()
    expect(after.texts).toEqual([
      'おはようございます。',
      now.texts[1],
      '新しい発言。',
      now.texts[2],
      now.texts[4],
      now.texts[5],
    ])
    expect(after.blocks[0]).toMatchObject({ is_break: true, terms: [] })
    expect(after.blocks[1]).toMatchObject({ section_name: '導入', terms: block(1).terms })
    expect(after.blocks[2]).toMatchObject({ speaker_id: fixture.speakerIds[1] })
    expect(after.blocks[4]).toMatchObject({ speaker_id: fixture.speakerIds[1] })
    expect(after.revision).toBe(now.revision + 1)
    expect(answer.revision).toBe(after.revision)
  })

  it('EDIT-60 EDIT-71 returns the last editor, the time of the edit and the speakers of the file', async () => {
    const { transcript } = now
    expect([transcript.last_edited_by, transcript.last_edited_at]).toEqual([null, null])
    const answer = await save({ blocks: [saved(block(0), { content: 'はい。' })] })
    expect(answer).toMatchObject({
      removed_tag_usages: [],
      added_tag_usages: [],
      added_speaker_ids: [],
      last_edited_by: { id: fixture.owner.id, name: '山田 花子' },
    })
    expect(answer.speakers.map(({ id }) => id).toSorted()).toEqual(fixture.speakerIds.toSorted())
    const after = (await read()).transcript
    expect(after).toMatchObject({ last_edited_by: answer.last_edited_by, last_edited_at: answer.last_edited_at })
    expect(after.block_order).toHaveLength(6)
  })

  it('EDIT-62 EDIT-64 stores the sent words with their times', async () => {
    const { content, terms } = block(0)
    const last = terms.slice(0, 3)
    const body = { blocks: [saved(block(0), { content: `${content}はい`, terms: last })] }
    await save(body)
    expect((await read()).blocks[0]).toMatchObject({
      content: `${content}はい`,
      terms: last,
      length: content.length + 2,
    })
  })

  it('inserts blocks at the beginning, at the end, and many in one place, repeatedly', async () => {
    for (let round = 0; round < 12; round += 1) {
      now = await read()
      const at = now.blocks.length
      await save({
        insert: [
          inserted(0, `前${round}`),
          inserted(4, `中${round}`),
          inserted(5, `中${round}続`),
          inserted(at + 3, `後${round}`),
        ],
      })
      const { texts } = await read()
      expect([texts[0], texts[4], texts[5], texts.at(-1)]).toEqual([
        `前${round}`,
        `中${round}`,
        `中${round}続`,
        `後${round}`,
      ])
      expect(texts).toHaveLength(at + 4)
    }
  })

  it('publishes an event from which watching clients get the saved transcript', async () => {
    const watched = toEditableDocument(toTranscriptDocument(await open()))
    const made = inserted(1, '間の発言。')
    await save({ insert: [made], delete: [block(0).uuid], section: [{ block_uuid: made.uuid, section_name: '本題' }] })
    const [event] = await events('transcript.changed')
    const { changes, revision } = (event as { data: unknown }).data as { changes: ChangeSet; revision: number }
    const followed = applyChanges(watched, changes, revision).document
    const fresh = toEditableDocument(toTranscriptDocument(await open()))
    expect([...followed.blocks]).toEqual([...fresh.blocks])
    expect(event?.channels).toEqual([fileChannel(fixture.file.id)])
  })

  it('RT-10 RT-16 publishes a change of speaker on the channels of file and folder', async () => {
    const speaker = fixture.speakerIds[1] ?? 0
    await save({ speaker: [{ block_uuid: block(0).uuid, speaker_id: speaker }] })
    const [event] = await events('block.speaker_changed')
    expect(event).toMatchObject({
      data: { speaker_id: speaker, block_ids: [block(0).id] },
      channels: [folderChannel(fixture.file.projectId), fileChannel(fixture.file.id)],
    })
  })

  it('publishes a large change without its content, which clients fetch', async () => {
    const long = 'あ'.repeat(20_000)
    const { revision } = await save({ blocks: [saved(block(0), { content: long })] })
    expect((await events('transcript.changed'))[0]?.data).toMatchObject({ revision, changes: null })
    const fetched = await changesSince(now.revision)
    expect(fetched).toMatchObject({
      revision,
      reload: false,
      data: [{ revision, edited_by: { id: fixture.owner.id } }],
    })
    expect(fetched.data[0]?.changes.blocks[0]?.content).toBe(long)
  })

  it('raises no revision when nothing changes', async () => {
    const { revision } = await save({ blocks: [saved(block(0))] })
    expect(revision).toBe(now.revision)
    expect(await events('transcript.changed')).toEqual([])
  })

  it('SPK-09 another speaker makes a block with a section name a break', async () => {
    const { uuid } = block(2)
    await save({ section: [{ block_uuid: uuid, section_name: '章' }] })
    now = await read()
    await save({ speaker: [{ block_uuid: uuid, speaker_id: fixture.speakerIds[1] ?? 0 }] })
    expect((await read()).blocks[2]).toMatchObject({ is_break: true, speaker_id: fixture.speakerIds[1] })
  })
})

describe('conflicts', () => {
  it('EDIT-46 a stale save is refused as a whole', async () => {
    await save({ blocks: [saved(block(0), { content: '先の版。' })] })
    const refused = await call({
      blocks: [saved(block(1), { content: '無関係。' }), saved(block(0), { content: '古い版から。' })],
    })
    expect(refused).toMatchObject({
      status: 409,
      error: 'E_CONFLICT',
      body: { reason: 'revision', block_uuids: [block(0).uuid] },
    })
    expect((await read()).texts.slice(0, 2)).toEqual(['先の版。', now.texts[1]])
  })

  it('accepts a save of an older revision when other blocks have changed since', async () => {
    await save({ blocks: [saved(block(0), { content: '先の版。' })] })
    await save({ blocks: [saved(block(1), { content: '後の版。' })] })
    expect((await read()).texts.slice(0, 2)).toEqual(['先の版。', '後の版。'])
  })

  it('refuses a save of a block that was deleted since with a conflict', async () => {
    await save({ delete: [block(0).uuid] })
    expect((await call({ blocks: [saved(block(0), { content: '無い。' })] })).error).toBe('E_CONFLICT')
  })

  it('refuses a save while another person holds the lock', async () => {
    const body = { blocks: [saved(block(0), { content: '割り込み。' })], lock_version: undefined }
    const refused = await call(body, fixture.editor)
    expect(refused).toMatchObject({ status: 409, error: 'E_LOCKED', body: { lock: { by: { id: fixture.owner.id } } } })
    expect((await read()).texts).toEqual(now.texts)
  })

  it('accepts a late save while no other person has taken the lock since', async () => {
    await runOut()
    const { lock: kept } = await save({ blocks: [saved(block(0), { content: '遅れて届いた。' })] })
    expect(kept).toMatchObject({ version: lock_version })
    expect((await read()).texts[0]).toBe('遅れて届いた。')
  })

  it('refuses a late save after another person has taken the lock, also when they have released it', async () => {
    await runOut()
    await lock(fixture.editor)
    const body = { blocks: [saved(block(0), { content: '遅れて届いた。' })] }
    expect((await call(body)).error).toBe('E_LOCKED')
    await release(fixture.editor)
    expect(await call(body)).toMatchObject({
      status: 409,
      error: 'E_CONFLICT',
      body: { reason: 'lock', is_own: false },
    })
    expect((await read()).texts).toEqual(now.texts)
  })

  it('another tab of the same person invalidates the lock of the first', async () => {
    await lock(fixture.owner)
    await release(fixture.owner)
    const refused = await call({ blocks: [saved(block(0), { content: '一枚目。' })] })
    expect(refused).toMatchObject({ error: 'E_CONFLICT', body: { reason: 'lock', lock: null, is_own: true } })
  })

  it('applies a repeated save once', async () => {
    const body = { insert: [inserted(0, '一度だけ。')] }
    const first = await save(body)
    const again = await save(body)
    expect(again.revision).toBe(first.revision)
    expect((await read()).texts.filter((text) => text === '一度だけ。')).toHaveLength(1)
  })

  it('accepts a save without lock version and revision from the last lock holder only', async () => {
    const body = { blocks: [saved(block(0), { content: '素朴な保存。' })] }
    const params = { id: fixture.transcriptId }
    expect((await test.call(saveBlocks, { params, body }, fixture.owner)).status).toBe(200)
    await release(fixture.owner)
    expect((await test.call(saveBlocks, { params, body }, fixture.editor)).error).toBe('E_CONFLICT')
    await lock(fixture.editor)
    expect((await test.call(saveBlocks, { params, body }, fixture.editor)).status).toBe(200)
  })
})

describe('access', () => {
  it('refuses saves of viewers, and answers 404 to people of another workspace', async () => {
    await release(fixture.owner)
    expect(await call({}, fixture.viewer)).toMatchObject({ status: 403, error: 'E_FORBIDDEN' })
    expect(await call({}, fixture.stranger)).toMatchObject({ status: 404, error: 'E_NOT_FOUND' })
    const since = { params: { id: fixture.transcriptId }, query: { since: 0 } }
    expect((await test.call(getTranscriptChanges, since, fixture.stranger)).status).toBe(404)
    expect((await test.call(getTranscriptChanges, since, fixture.viewer)).status).toBe(200)
    // A transcript that is still made has no saves; its readers get an empty answer, others none.
    const made = await createFixtureFile(test, people)
    await test.db.updateTable('transcripts').set({ status: 'processing' }).where('id', '=', made.transcriptId).execute()
    const growing = { params: { id: made.transcriptId }, query: { since: 0 } }
    expect(await test.succeed(getTranscriptChanges, growing, fixture.viewer)).toMatchObject({
      revision: 0,
      reload: false,
      data: [],
    })
    expect((await test.call(getTranscriptChanges, growing, fixture.stranger)).status).toBe(404)
  })
})

describe('changes since a revision', () => {
  it('are returned in order, or a reload is requested when some are missing', async () => {
    await save({ blocks: [saved(block(0), { content: '一。' })] })
    await save({ blocks: [saved(block(1), { content: '二。' })] })
    const { revision } = now
    expect((await changesSince(revision)).data.map((one) => one.changes.blocks[0]?.content)).toEqual(['一。', '二。'])
    expect((await changesSince(revision + 2)).data).toEqual([])
    expect(await changesSince(0)).toMatchObject({ reload: true, data: [] })
    expect(await changesSince(revision + 3)).toMatchObject({ reload: true })
  })

  it("include the current lock and the server's time for its expiry", async () => {
    const held = await lock(fixture.owner)
    const { lock: seen, now: time } = await changesSince(now.revision)
    expect(seen).toMatchObject({ by: { id: fixture.owner.id }, version: held.version })
    expect(Date.parse(seen?.until ?? '') - Date.parse(time)).toBeGreaterThan(200_000)
    await release(fixture.owner)
    expect((await changesSince(now.revision)).lock).toBeNull()
  })
})

function open() {
  return test.succeed(getTranscript, { params: { fileId: fixture.file.id } }, fixture.viewer)
}

function changesSince(since: number) {
  return test.succeed(getTranscriptChanges, { params: { id: fixture.transcriptId }, query: { since } }, fixture.viewer)
}

function events(type: string) {
  return test.db.selectFrom('events').select(['data', 'channels']).where('type', '=', type).orderBy('id').execute()
}
