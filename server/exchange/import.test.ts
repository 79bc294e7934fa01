import { saveBlocks } from '@kaiwa/contract/changes.ts'
import { requestLock } from '@kaiwa/contract/edit-lock.ts'
import { listTranscriptHistory, restoreTranscript } from '@kaiwa/contract/history.ts'
import type { FileStatus } from '@kaiwa/contract/files.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import { createTag, listTagCategories, listTags, tagPassages } from '@kaiwa/contract/tags.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStudio, createStudioFile, readStudio, saved, type Studio } from '../test/factories/editing.ts'
import { bringIn, takeOut } from '../test/factories/exchange.ts'
import { createFile, createFolder, rootOf } from '../test/factories/items.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let people: Studio
let studio: Studio
beforeAll(async () => {
  test = await openTestApp()
  people = await createStudio(test)
})
beforeEach(async () => {
  studio = await createStudioFile(test, people)
})
afterAll(() => test.close())

type Where = Pick<Studio, 'file' | 'owner'>
const read = () => readStudio(test, studio)
const asJson = async (where: Where = studio) => (await takeOut(test, where, 'format=json')).text
/** Everything of an export but when it was made and of which recording. */
const substance = (json: string) => ({ ...(JSON.parse(json) as object), exported_at: null, recording: null })
const send = (content: string | Uint8Array, fields?: Record<string, string>, more?: Parameters<typeof bringIn>[4]) =>
  bringIn(test, studio, content, fields, more)
const revision = async () => String((await read()).revision)
const srt = (...texts: string[]) =>
  texts.map((text, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index + 1},000\n${text}\n`).join('\n')
const lockOf = () => {
  const params = { projectId: studio.file.projectId, fileId: studio.file.id }
  return test.succeed(requestLock, { params, body: {} }, studio.owner)
}
const recording = async (status: FileStatus, values = {}): Promise<Studio> => {
  const file = await createFile(test.db, studio.folder, { creator: studio.owner, status, ...values })
  return { ...studio, file }
}

/** A transcript with a section, a break, tags and an edited text. */
const enrich = async () => {
  const { blocks } = await read()
  const [first, second] = [blocks[0]!, blocks[1]!]
  const tag = await test.succeed(
    createTag,
    { params: { fileId: studio.file.id }, body: { name: `論点${studio.file.id}`, appearance: '#2F8FED' } },
    studio.owner,
  )
  const range = {
    block_uuid: first.uuid,
    tag_id: tag.id,
    offset: 0,
    text: first.content.slice(0, 2),
    tag_uuid: crypto.randomUUID(),
  }
  await test.succeed(tagPassages, { params: { id: studio.transcriptId }, body: { ranges: [range] } }, studio.owner)
  await test.succeed(changeSection, { body: { block_uuid: second.uuid, section_name: '課題' } }, studio.owner)
  return { tag, first, second }
}

describe('our own JSON', () => {
  it('comes back without a difference, and is then no news', async () => {
    await enrich()
    const json = await asJson()
    const before = await read()
    const { status, body } = await send(json, { revision: await revision() })
    expect([status, body.is_changed, body.revision]).toEqual([200, false, before.revision])
    expect(await read()).toEqual(before)
    expect(substance(await asJson())).toEqual(substance(json))
  })

  it('brings back what was changed since, as one entry that can be taken back', async () => {
    const { first, second } = await enrich()
    const json = await asJson()
    const { lock } = await lockOf()
    const params = { id: studio.transcriptId }
    const changes = {
      blocks: [saved(first, { content: '書き換えた。' })],
      delete: [second.uuid],
      lock_version: lock.version,
    }
    await test.succeed(saveBlocks, { params, body: changes }, studio.owner)
    const edited = await read()
    const { body } = await send(json, { revision: await revision(), take_over: 'true' })
    expect(body).toMatchObject({
      is_changed: true,
      revision: edited.revision + 1,
      replaces: 5,
      blocks: 6,
      tags: 1,
      sections: 1,
    })
    expect(substance(await asJson())).toEqual(substance(json))
    const { data } = await test.succeed(listTranscriptHistory, { params, query: {} }, studio.viewer)
    expect(data[0]).toMatchObject({ kind: 'import', edited_by: { id: studio.owner.id } })
    const { version } = (await lockOf()).lock
    await test.succeed(
      restoreTranscript,
      { params, body: { revision: edited.revision, lock_version: version } },
      studio.owner,
    )
    expect((await read()).texts).toEqual(edited.texts)
  })

  it('carries what is felt and what people wrote, for blocks of the same words too', async () => {
    const value = JSON.parse(await asJson()) as { blocks: { sentiment: number; section_name: string | null }[] }
    value.blocks[0]!.sentiment = 0.75
    value.blocks[1]!.section_name = ' 新しい\n名前 '
    const { body } = await send(JSON.stringify(value), { revision: await revision() })
    const { blocks } = await read()
    expect([body.is_changed, blocks[0]?.sentiment, blocks[1]?.section_name]).toEqual([true, 0.75, '新しい 名前'])
  })

  it('of another recording gets rows of its own; people and tags are those of the same names', async () => {
    const { tag } = await enrich()
    const json = await asJson()
    const other = await createStudioFile(test, people, { blocks: 1 })
    const { body } = await bringIn(test, other, json, { revision: '1' })
    expect(body.speakers).toEqual([
      { name: '話者1', is_new: false },
      { name: '話者2', is_new: false },
    ])
    const [here, there] = [await read(), await readStudio(test, other)]
    expect(there.texts).toEqual(here.texts)
    expect(there.blocks.map(({ terms }) => terms)).toEqual(here.blocks.map(({ terms }) => terms))
    expect(there.blocks[0]?.tags).toMatchObject([{ tag_id: tag.id, offset: 0 }])
    const uuids = new Set(here.blocks.map(({ uuid }) => uuid))
    expect(there.blocks.some(({ uuid }) => uuids.has(uuid))).toBe(false)
  })

  it('of another workspace brings its people, tags and categories along', async () => {
    const { tag } = await enrich()
    const json = await asJson()
    const { stranger: owner } = studio
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    const file = await createFile(test.db, folder, { creator: owner, status: 'canceled' })
    const away = { file, owner }
    expect((await bringIn(test, away, json, {}, { path: '/check' })).body.speakers).toEqual([
      { name: '話者1', is_new: true },
      { name: '話者2', is_new: true },
    ])
    expect((await bringIn(test, away, json)).status).toBe(200)
    const { blocks } = await test.succeed(getTranscript, { params: { fileId: file.id } }, owner)
    const said = Object.values(blocks)
    expect(new Set(said.map(({ speaker }) => speaker?.name))).toEqual(new Set(['話者1', '話者2']))
    expect(said.some(({ speaker_id }) => studio.speakerIds.includes(speaker_id ?? 0))).toBe(false)
    const tags = await test.succeed(listTags, {}, owner)
    expect(tags.map(({ name, appearance }) => [name, appearance])).toEqual([[tag.name, '#2F8FED']])
    expect((await test.succeed(listTagCategories, {}, owner)).map(({ name }) => name)).toEqual(['タグ'])
  })

  it('written by hand gets its words from the dictionary', async () => {
    const blocks = [{ start_time: 1, end_time: 3, content: '予算は百万円です。' }]
    const { body } = await send(JSON.stringify({ format: 'kaiwa-transcript', version: 1, blocks }), {
      revision: await revision(),
    })
    const [block] = (await read()).blocks
    expect([body.replaces, block?.terms[0]?.text, block?.terms[0]?.start_time]).toEqual([6, '予算', 1])
  })
})

describe('subtitles', () => {
  it.each([
    ['a recording in which nobody was heard', 'failed', { failed_reason: 'no-transcript' }],
    ['one without an engine for it', 'failed', { failed_reason: 'transcript-failed' }],
    ['one that was stopped', 'canceled', {}],
  ] as const)('make %s readable, and cost no minutes', async (_, status, values) => {
    const empty = await recording(status, values)
    const { body } = await bringIn(
      test,
      empty,
      srt('田中: 本日はありがとうございます。', '佐藤: こちらこそ、最高です。'),
    )
    expect(body).toMatchObject({ is_changed: true, blocks: 2, replaces: 0, format: 'srt', encoding: 'UTF-8' })
    const { transcript, blocks } = await test.succeed(
      getTranscript,
      { params: { fileId: empty.file.id } },
      studio.viewer,
    )
    const said = transcript.block_order.map((uuid) => blocks[uuid]!)
    expect([transcript.status, said.map(({ speaker }) => speaker?.name)]).toEqual(['completed', ['田中', '佐藤']])
    // Every word has a time, within its cue and in order.
    for (const { terms, start_time, end_time } of said) {
      expect(terms.length).toBeGreaterThan(2)
      const times = terms.flatMap((term) => [term.start_time, term.end_time])
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect([times[0], times.at(-1)! <= end_time]).toEqual([start_time, true])
    }
    expect(said[1]?.sentiment).toBeGreaterThan(0)
    const row = await test.db
      .selectFrom('files')
      .select(['status', 'failed_reason', 'charge_cause'])
      .where('id', '=', empty.file.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'processed', failed_reason: null, charge_cause: null })
    const minutes = await test.db
      .selectFrom('usage_ledger')
      .selectAll()
      .where('file_id', '=', empty.file.id)
      .where('kind', '=', 'minute')
      .execute()
    expect(minutes).toEqual([])
  })

  it('taken back leave what was there before', async () => {
    const before = await read()
    const { body } = await send(srt('別のもの'), { revision: await revision() })
    expect((await read()).texts).toEqual(['別のもの'])
    const { version } = (await lockOf()).lock
    await test.succeed(
      restoreTranscript,
      { params: { id: studio.transcriptId }, body: { revision: body.revision - 1, lock_version: version } },
      studio.owner,
    )
    expect((await read()).blocks.map((block) => ({ ...block, id: 0 }))).toEqual(
      before.blocks.map((block) => ({ ...block, id: 0 })),
    )
  })

  it('are looked through first, without changing anything', async () => {
    const before = await read()
    const { status, body } = await send(srt('話者1: はい', '新人: いいえ', ''), {}, { path: '/check' })
    expect([status, body.replaces, body.revision]).toEqual([200, 6, before.revision])
    expect(body.speakers).toEqual([
      { name: '話者1', is_new: false },
      { name: '新人', is_new: true },
    ])
    expect(body.repairs).toEqual([{ repair: 'empty', count: 1, line: 10 }])
    expect(body.preview[1]).toEqual({ start_time: 1, speaker: '新人', content: 'いいえ' })
    expect(await read()).toEqual(before)
    expect((await send(srt('新人: いいえ'), { names: 'false' }, { path: '/check' })).body.preview[0]?.content).toBe(
      '新人: いいえ',
    )
  })

  it('come in by Shift_JIS too', async () => {
    const head = Buffer.from('1\r\n00:00:01,000 --> 00:00:02,000\r\n')
    const hello = Buffer.from([0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd])
    const { body } = await send(Buffer.concat([head, hello]), { revision: await revision() })
    expect([body.encoding, (await read()).texts]).toEqual(['Shift_JIS', ['こんにちは']])
  })
})

describe('somebody else', () => {
  it('who edits is not written over', async () => {
    const params = { projectId: studio.file.projectId, fileId: studio.file.id }
    await test.succeed(requestLock, { params, body: {} }, studio.editor)
    const { status, body } = await send(srt('はい'), { revision: await revision(), take_over: 'true' })
    expect([status, body.error]).toEqual([409, 'E_LOCKED'])
  })

  it('who saved since is not written over', async () => {
    const seen = await revision()
    await enrich()
    const { status, body } = await send(srt('はい'), { revision: seen })
    expect([status, body.error, body.reason]).toEqual([409, 'E_CONFLICT', 'revision'])
    expect((await send(srt('はい'))).body.errors).toEqual({ revision: ['required'] })
  })

  it('is the same person in another tab: asked first, and fenced when taken over', async () => {
    const { blocks } = await read()
    const { lock } = await lockOf()
    const asked = await send(srt('はい'), { revision: await revision() })
    expect([asked.status, asked.body.reason]).toEqual([409, 'editing'])
    expect((await send(srt('はい'), { revision: await revision(), take_over: 'true' })).status).toBe(200)
    const late = { blocks: [saved(blocks[0]!, { content: '遅れた保存' })], lock_version: lock.version, revision: 1 }
    const { status, error } = await test.call(
      saveBlocks,
      { params: { id: studio.transcriptId }, body: late },
      studio.owner,
    )
    expect([status, error]).toEqual([409, 'E_CONFLICT'])
    expect((await read()).lock).toBeNull()
  })

  it('who may not edit, or may not see it, brings nothing in', async () => {
    const as = (who: { token: string }) => send(srt('はい'), { revision: '1' }, { as: who })
    expect([(await as(studio.viewer)).status, (await as(studio.stranger)).status]).toEqual([403, 404])
    expect((await as(studio.editor)).status).toBe(200)
  })

  it('is a machine at work, or there is no recording', async () => {
    for (const [status, is_playable] of [
      ['processing', true],
      ['waiting', false],
      ['failed', false],
    ] as const)
      expect((await bringIn(test, await recording(status, { is_playable }), srt('はい'))).status).toBe(409)
  })
})

it('a call that comes twice is done once', async () => {
  const seen = await revision()
  const first = await send(srt('はい'), { revision: seen })
  const again = await send(srt('はい'), { revision: seen })
  expect([again.status, again.body.revision]).toEqual([200, first.body.revision])
})

const json = (value: object) => JSON.stringify({ format: 'kaiwa-transcript', version: 1, blocks: [], ...value })
it.each([
  ['times that are none', srt('一').replace('00:00:01', '00:00:x1'), { 'cues.0.times': ['format'] }, 'times'],
  [
    'a start behind the end',
    srt('一').replace('00:00:00', '00:00:09'),
    { 'cues.0.times': ['incorrect'] },
    'times-order',
  ],
  ['times of a longer recording', '09:00:00,000 --> 09:00:01,000\nはい', { 'cues.0.times': ['max'] }, 'past-end'],
  ['10 MB of text', srt('あ'.repeat(3_500_000)), { file: ['max'] }, 'too-large'],
  ['a million cues', '0:0-->0:0\na\n'.repeat(75_000), { cues: ['max'] }, 'too-many-blocks'],
  ['no text at all', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0x80]), { file: ['format'] }, 'encoding'],
  ['nothing', '', { file: ['format'] }, 'no-cues'],
  ['prose', 'これは字幕ではありません。', { file: ['format'] }, 'no-cues'],
  ['half a JSON', '{"format":', { file: ['format'] }, 'json'],
  ['a JSON of somebody else', '{"a":1}', { format: ['format'] }, 'unknown-format'],
  ['a later version', json({ version: 2 }), { version: ['incorrect'] }, 'version'],
  [
    'wrong types',
    json({ blocks: [{ start_time: [], end_time: {}, content: 7 }] }),
    { 'blocks.0.start_time': ['format'], 'blocks.0.end_time': ['format'], 'blocks.0.content': ['format'] },
    'shape',
  ],
  [
    'NUL in JSON',
    json({ blocks: [{ start_time: 0, end_time: 1, content: 'a\0' }] }),
    { 'blocks.0.content': ['format'] },
    'characters',
  ],
  [
    'half a character in a uuid',
    json({ blocks: [{ uuid: '\ud800', start_time: 0, end_time: 1, content: '' }] }),
    { 'blocks.0.uuid': ['format'] },
    'shape',
  ],
  [
    'hundreds of names',
    Array.from(
      { length: 201 },
      (_, index) => `0:${index % 10}-->0:10\n名前${String.fromCodePoint(0x4e00 + index)}: はい`,
    ).join('\n\n'),
    { speakers: ['max'] },
    'too-many-names',
  ],
])('%s is refused with its place', async (_, content, errors, fault) => {
  const before = await read()
  const { status, body } = await send(content, { revision: await revision() })
  expect([status, body.error, body.errors, body.problems?.[0]?.fault]).toEqual([
    422,
    'E_UNPROCESSABLE_ENTITY',
    errors,
    fault,
  ])
  expect(await read()).toEqual(before)
})

it('odd names and texts are stored as text, or mended', async () => {
  const content = srt('<script>alert(1)</script>: =cmd|x', "'; drop table blocks; --: \u202eabc", '\ufeff: はい\u0000')
  const { status, body } = await send(content, { revision: await revision() })
  expect([status, body.blocks]).toEqual([200, 3])
  const { texts } = await read()
  expect(texts.join()).toContain('\u202eabc')
})

it.each([
  ['no form', 'x', { body: ['format'] }],
  ['a form without a file', null, { file: ['required'] }],
])('%s is refused', async (_, payload, errors) => {
  const form = new FormData()
  form.set('revision', '1')
  const request = new Response(form)
  const headers = {
    authorization: `Bearer ${studio.owner.token}`,
    'content-type': payload === null ? (request.headers.get('content-type') ?? '') : 'application/json',
  }
  const answer = await test.http.inject({
    method: 'POST',
    url: `/api/files/${studio.file.id}/import`,
    headers,
    payload: payload === null ? Buffer.from(await request.arrayBuffer()) : '{}',
  })
  expect([answer.statusCode, answer.json()]).toEqual([422, { error: 'E_UNPROCESSABLE_ENTITY', errors }])
})

it('a JSON of many megabytes comes in, one beyond the limit does not', { timeout: 60_000 }, async () => {
  const long = await createStudioFile(test, people, { blocks: 4_000, phrases: 2 })
  const text = await asJson(long)
  expect(text.length).toBeGreaterThan(10 * 1_048_576)
  expect((await bringIn(test, long, text, { revision: '1' })).body.is_changed).toBe(false)
  const { status, body } = await send(new Uint8Array(65 * 1_048_576).fill(32), { revision: '1' })
  expect([status, body.errors]).toEqual([422, { body: ['max'] }])
})
