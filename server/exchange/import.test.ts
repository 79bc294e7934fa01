import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { restoreTranscript } from '@kaiwa/contract/history.ts'
import type { FileStatus } from '@kaiwa/contract/files.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  saved,
  type EditingFixture,
} from '../test/factories/editing-fixture.ts'
import { importFile, openImportCalls, srt, exportFile } from '../test/factories/exchange-calls.ts'
import { createFile } from '../test/factories/items.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  fixture = await createFixtureFile(test, people)
})
afterAll(() => test.close())

const { read, revision, send } = openImportCalls(
  () => test,
  () => fixture,
)

function lockOf() {
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  return test.succeed(requestLock, { params, body: {} }, fixture.owner)
}

async function recording(status: FileStatus, values = {}): Promise<EditingFixture> {
  const file = await createFile(test.db, fixture.folder, { creator: fixture.owner, status, ...values })
  return { ...fixture, file }
}

describe('imported subtitles', () => {
  it.each([
    ['a recording in which nobody was heard', 'failed', { failed_reason: 'no-transcript' }],
    ['one without an engine for it', 'failed', { failed_reason: 'transcript-failed' }],
    ['one that was stopped', 'canceled', {}],
  ] as const)('make %s readable, and cost no minutes', async (_, status, values) => {
    const empty = await recording(status, values)
    const { body } = await importFile(
      test,
      empty,
      srt('田中: 本日はありがとうございます。', '佐藤: こちらこそ、最高です。'),
    )
    expect(body).toMatchObject({ is_changed: true, blocks: 2, replaces: 0, format: 'srt', encoding: 'UTF-8' })
    const { transcript, blocks } = await test.succeed(
      getTranscript,
      { params: { fileId: empty.file.id } },
      fixture.viewer,
    )
    const imported = transcript.block_order.map((uuid) => blocks[uuid]!)
    expect([transcript.status, imported.map(({ speaker }) => speaker?.name)]).toEqual(['completed', ['田中', '佐藤']])
    // Every word has a time, within its cue and in order.
    for (const { terms, start_time, end_time } of imported) {
      expect(terms.length).toBeGreaterThan(2)
      const times = terms.flatMap((term) => [term.start_time, term.end_time])
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect([times[0], times.at(-1)! <= end_time]).toEqual([start_time, true])
    }
    expect(imported[1]?.sentiment).toBeGreaterThan(0)
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

  it('can be undone by restoring the previous revision', async () => {
    const before = await read()
    const { body } = await send(srt('別のもの'), { revision: await revision() })
    expect((await read()).texts).toEqual(['別のもの'])
    const { version } = (await lockOf()).lock
    await test.succeed(
      restoreTranscript,
      { params: { id: fixture.transcriptId }, body: { revision: body.revision - 1, lock_version: version } },
      fixture.owner,
    )
    expect((await read()).blocks.map((block) => ({ ...block, id: 0 }))).toEqual(
      before.blocks.map((block) => ({ ...block, id: 0 })),
    )
  })

  it('can be checked first, without changing anything', async () => {
    const before = await read()
    const { status, body } = await send(srt('話者1: はい', '新人: いいえ', ''), {}, { path: '/check' })
    expect([status, body.replaces, body.revision]).toEqual([200, 6, before.revision])
    expect(body.speakers).toEqual([
      { name: '話者1', is_new: false },
      { name: '新人', is_new: true },
    ])
    expect(body.repairs).toEqual([{ repair: 'empty', count: 1, line: 10, found: [] }])
    expect(body.preview[1]).toEqual({ start_time: 1, speaker: '新人', content: 'いいえ' })
    expect(await read()).toEqual(before)
    expect((await send(srt('新人: いいえ'), { names: 'false' }, { path: '/check' })).body.preview[0]?.content).toBe(
      '新人: いいえ',
    )
  })

  it('skip a cue with unreadable times, and report it', async () => {
    const text = `${srt('一つ目', '二つ目')}\n00:00:09,000 --> ?\n三つ目\n`
    const { status, body } = await send(text, { revision: await revision() })
    expect([status, (await read()).texts]).toEqual([200, ['一つ目', '二つ目']])
    expect(body.repairs).toEqual([{ repair: 'unreadable', count: 1, line: 9, found: ['00:00:09,000 --> ?'] }])
  })

  it.each(['srt', 'vtt'])('of an %s export keep brackets in a name and markup as text', async (format) => {
    const cues = [
      '00:01.000 --> 00:03.000\n<v 名前（会社）>&lt;b&gt;太字&lt;/b&gt;です。',
      '00:04.000 --> 00:06.000\n<v 名前（会社）>注意: 電源 --&gt; 切る',
      '00:07.000 --> 00:08.000\n<v A: B>はい',
    ]
    await send(`WEBVTT\n\n${cues.join('\n\n')}\n`, { revision: await revision() })
    const first = await read()
    expect(first.texts).toEqual(['<b>太字</b>です。', '注意: 電源 --> 切る', 'はい'])
    const { text } = await exportFile(test, fixture, `format=${format}`)
    await send(srt('別のもの'), { revision: await revision() })
    const { body } = await send(text, { revision: await revision() })
    expect([body.speakers, body.repairs]).toEqual([
      ['名前（会社）', 'A: B'].map((name) => ({ name, is_new: false })),
      [],
    ])
    const back = await read()
    expect(back.texts).toEqual(first.texts)
    expect(back.blocks.map(({ speaker_id }) => speaker_id)).toEqual(first.blocks.map(({ speaker_id }) => speaker_id))
  })

  // こんにちは
  it.each([
    ['Shift_JIS', '82b182f182c982bf82cd'],
    ['EUC-JP', 'a4b3a4f3a4cba4c1a4cf'],
    ['ISO-2022-JP', '1b244224332473244b2441244f1b2842'],
  ])('can be encoded in %s', async (encoding, hello) => {
    const head = Buffer.from('1\r\n00:00:01,000 --> 00:00:02,000\r\n')
    const { body } = await send(Buffer.concat([head, Buffer.from(hello, 'hex')]), { revision: await revision() })
    expect([body.encoding, (await read()).texts]).toEqual([encoding, ['こんにちは']])
  })

  it('can have an arrow in its text', async () => {
    const text = srt('入口 --> 出口')
    const { body } = await send(text, { revision: await revision() })
    expect([body.repairs, (await read()).texts]).toEqual([[], ['入口 --> 出口']])
  })
})

describe('an import', () => {
  it('is refused while another person edits', async () => {
    const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
    await test.succeed(requestLock, { params, body: {} }, fixture.editor)
    const { status, body } = await send(srt('はい'), { revision: await revision(), take_over: 'true' })
    expect([status, body.error]).toEqual([409, 'E_LOCKED'])
  })

  it('is refused when another person has saved since', async () => {
    const seen = await revision()
    const [first] = (await read()).blocks
    await test.succeed(changeSection, { body: { block_uuid: first!.uuid, section_name: '課題' } }, fixture.owner)
    const { status, body } = await send(srt('はい'), { revision: seen })
    expect([status, body.error, body.reason]).toEqual([409, 'E_CONFLICT', 'revision'])
    expect((await send(srt('はい'))).body.errors).toEqual({ revision: ['required'] })
  })

  it('asks when the same person edits in another tab, and invalidates that lock with take_over', async () => {
    const { blocks } = await read()
    const { lock } = await lockOf()
    const asked = await send(srt('はい'), { revision: await revision() })
    expect([asked.status, asked.body.reason]).toEqual([409, 'editing'])
    expect((await send(srt('はい'), { revision: await revision(), take_over: 'true' })).status).toBe(200)
    const late = { blocks: [saved(blocks[0]!, { content: '遅れた保存' })], lock_version: lock.version, revision: 1 }
    const { status, error } = await test.call(
      saveBlocks,
      { params: { id: fixture.transcriptId }, body: late },
      fixture.owner,
    )
    expect([status, error]).toEqual([409, 'E_CONFLICT'])
    expect((await read()).lock).toBeNull()
  })

  it('is refused to people who may not edit or see the file', async () => {
    const as = (who: { token: string }) => send(srt('はい'), { revision: '1' }, { as: who })
    expect([(await as(fixture.viewer)).status, (await as(fixture.stranger)).status]).toEqual([403, 404])
    expect((await as(fixture.editor)).status).toBe(200)
  })

  it('is refused during processing and without a recording', async () => {
    for (const [status, is_playable] of [
      ['processing', true],
      ['waiting', false],
      ['failed', false],
    ] as const)
      expect((await importFile(test, await recording(status, { is_playable }), srt('はい'))).status).toBe(409)
  })
})

it('a repeated call is applied once', async () => {
  const seen = await revision()
  const first = await send(srt('はい'), { revision: seen })
  const again = await send(srt('はい'), { revision: seen })
  expect([again.status, again.body.revision]).toEqual([200, first.body.revision])
})
