import { changeBlockSpeaker, createFileSpeaker, listProjectSpeakers } from '@kaiwa/contract/speakers.ts'
import { createTag, tagPassages } from '@kaiwa/contract/tags.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { sentimentSign } from '@kaiwa/transcript/sentiment-sign.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mediaKey } from '../media/keys.ts'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  type EditingFixture,
} from '../test/factories/editing-fixture.ts'
import { createFile } from '../test/factories/items.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let fixture: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  fixture = await createEditingFixture(test)
})
afterAll(() => test.close())

function request(as: { token: string } = fixture.viewer, fileId = fixture.file.id) {
  return test.call(getTranscript, { params: { fileId } }, as)
}

it('EDIT-61 returns the transcript with its id, blocks by uuid, and the media base address with a grant', async () => {
  const { status, body } = await request()
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual(['blocks', 'lock', 'transcript', 'url'])
  expect(body.transcript.id).toBe(fixture.transcriptId)
  expect(Object.keys(body.blocks).sort()).toEqual(body.transcript.block_order.toSorted())
  for (const [uuid, block] of Object.entries(body.blocks)) expect(block.uuid).toBe(uuid)
  expect(body.url).toMatch(/^http:\/\/[^/]+\/media\/[^/]+$/)
  await test.app.storage.put(mediaKey(fixture.file.videoId, 'waveform.json'), Buffer.from('[]'))
  const below = (base: string) => test.http.inject(`${new URL(base).pathname}/${fixture.file.videoId}/waveform.json`)
  expect((await below(body.url)).body).toBe('[]')
  expect((await below(body.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).statusCode).toBe(404)
})

it('EDIT-63 the sentiment of a block is above 0, 0 or below 0', async () => {
  const { blocks } = await readFixture(test, fixture)
  expect(blocks.map(({ sentiment }) => sentimentSign(sentiment))).toEqual([
    'neutral',
    'positive',
    'negative',
    'neutral',
    'positive',
    'negative',
  ])
})

it('EDIT-65 a term carries its dictionary form, its reading and the confidence of the recogniser', async () => {
  const { blocks } = await readFixture(test, fixture)
  const term = blocks[0]?.terms.find(({ text }) => text === 'いただき')
  expect(term).toMatchObject({ base: 'いただく', reading: '', confidence: 0.9 })
})

it('EDIT-68 a reload of the transcript and of the speakers shows the new speaker of a block', async () => {
  const { blocks } = await readFixture(test, fixture)
  const params = { fileId: fixture.file.id }
  const added = await test.succeed(createFileSpeaker, { params, body: { name: '新しい話者' } }, fixture.editor)
  const change = { block_uuid: blocks[0]?.uuid ?? '', speaker_id: added.id, type: 'individual' as const }
  await test.succeed(changeBlockSpeaker, { body: change }, fixture.editor)
  expect((await readFixture(test, fixture)).blocks[0]?.speaker).toMatchObject({ id: added.id, name: '新しい話者' })
  const speakers = await test.succeed(
    listProjectSpeakers,
    { params: { projectId: fixture.file.projectId } },
    fixture.viewer,
  )
  expect(speakers.find(({ id }) => id === added.id)).toMatchObject({ project_file_ids: [fixture.file.id] })
})

it('EDIT-68 answers 404 to people of another workspace and for a file without a transcript', async () => {
  expect((await request(fixture.stranger)).error).toBe('E_NOT_FOUND')
  const file = await createFile(test.db, fixture.folder, { creator: fixture.owner, status: 'failed' })
  expect((await request(fixture.viewer, file.id)).error).toBe('E_NOT_FOUND')
})

it('EDIT-62 a block has exactly these fields, with the values that are stored', async () => {
  const own = await createFixtureFile(test, fixture, { blocks: 2 })
  const params = { fileId: own.file.id }
  const speaker = await test.succeed(createFileSpeaker, { params, body: { name: '田中' } }, own.editor)
  const tag = await test.succeed(createTag, { params, body: { name: '要点' } }, own.editor)
  const word = {
    text: '予算',
    start_time: 1.5,
    end_time: 2.25,
    offset: 0,
    type: 3,
    score: 0.75,
    base: '予算',
    reading: 'ヨサン',
    confidence: 0.9,
  }
  const { rows } = await sql<{ uuid: string; id: number }>`
    update blocks
    set content = '予算です。', start_time = 1.5, end_time = 4, sentiment = -0.5, section_name = '予算', is_break = true,
      speaker_id = ${speaker.id}, terms = ${JSON.stringify([word])}::jsonb
    where transcript_id = ${own.transcriptId} and position = 0
    returning uuid, id
  `.execute(test.db)
  const [{ uuid, id } = { uuid: '', id: 0 }] = rows
  const range = {
    block_uuid: uuid,
    tag_id: tag.id,
    offset: 2,
    text: 'です',
    tag_uuid: '7d0a1f56-61a4-4b0e-9d27-6f4f3a9b2c11',
  }
  await test.succeed(tagPassages, { params: { id: own.transcriptId }, body: { ranges: [range] } }, own.editor)
  const bare = await sql<{ uuid: string; id: number }>`
    update blocks
    set content = 'はい', start_time = 4.5, end_time = 5, sentiment = 0, section_name = null, is_break = false,
      speaker_id = null, terms = '[]'
    where transcript_id = ${own.transcriptId} and position = 1
    returning uuid, id
  `.execute(test.db)
  const [second = { uuid: '', id: 0 }] = bare.rows
  const answer = await test.http.inject({
    url: `/api/files/${own.file.id}/transcript`,
    headers: { authorization: `Bearer ${own.viewer.token}` },
  })
  expect(answer.json<{ blocks: unknown }>().blocks).toEqual({
    [uuid]: {
      id,
      transcript_id: own.transcriptId,
      uuid,
      start_time: 1.5,
      end_time: 4,
      content: '予算です。',
      sentiment: -0.5,
      section_name: '予算',
      is_break: true,
      speaker_id: speaker.id,
      speaker: {
        id: speaker.id,
        name: '田中',
        description: null,
        avatar: null,
        is_manual: true,
        project_ids: [own.file.projectId],
        project_file_ids: [own.file.id],
        last_edited_at: null,
        // Viewers of the folder edit its speakers (PERM-30).
        can: { edit: true, merge: false },
      },
      project_file_id: own.file.id,
      terms: [word],
      tags: [{ tag_id: tag.id, text: 'です', offset: 2, tag_uuid: '7d0a1f56-61a4-4b0e-9d27-6f4f3a9b2c11' }],
      length: 5,
    },
    [second.uuid]: {
      id: second.id,
      transcript_id: own.transcriptId,
      uuid: second.uuid,
      start_time: 4.5,
      end_time: 5,
      content: 'はい',
      sentiment: 0,
      section_name: null,
      is_break: false,
      speaker_id: null,
      speaker: null,
      project_file_id: own.file.id,
      terms: [],
      tags: [],
      length: 2,
    },
  })
})

it('PROC-04 a transcript is created, waiting, processing, completed, failed or canceled, and nothing else', async () => {
  const own = await createFixtureFile(test, fixture)
  const setStatus = (status: string) =>
    sql`update transcripts set status = ${status} where id = ${own.transcriptId}`.execute(test.db)
  for (const status of ['created', 'waiting', 'processing', 'completed', 'failed', 'canceled']) {
    await setStatus(status)
    expect((await request(own.viewer, own.file.id)).body.transcript.status).toBe(status)
  }
  await expect(setStatus('done')).rejects.toThrow(/transcripts_status_check/)
})
