// The sample workspace is created once, also if several processes start or a start is killed.
import { login } from '@kaiwa/contract/accounts.ts'
import { listChatMessages } from '@kaiwa/contract/chat-messages.ts'
import { listChats } from '@kaiwa/contract/chats.ts'
import { getCrmFileDeal, listCrmWrites, removeCrmFileDeal } from '@kaiwa/contract/crm-deals.ts'
import { getFile } from '@kaiwa/contract/files.ts'
import { listTranscriptHistory } from '@kaiwa/contract/history.ts'
import type { Classification } from '@kaiwa/contract/report-pairs.ts'
import { getReportTable } from '@kaiwa/contract/reports.ts'
import { getSummary } from '@kaiwa/contract/summaries.ts'
import { listTagCategories, listTags } from '@kaiwa/contract/tags.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mediaText } from '../test/factories/recordings.ts'
import { SAMPLE_DEAL } from '../crm/stand-in/seed/deals.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openEngines } from '../processing/engines/open-engines.ts'
import { createSample } from './create-sample.ts'
import { addSampleDeal } from './add-sample-deal.ts'
import { addSampleContent } from './add-sample-content.ts'
import { DEMO, SAMPLE } from './sample-media.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_MODEL_DOWNLOAD: 'off' } })
})
afterAll(async () => {
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
})

async function counts() {
  const tables = ['users', 'workspaces', 'projects', 'files', 'uploads'] as const
  const rows = await Promise.all(
    tables.map((table) =>
      test.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return rows.map(({ count }) => count)
}

/** Includes the root folder and the sample's folder. */
const ONCE = [1, 1, 2, 1, 1]

it('resumes where a killed start has stopped', async () => {
  const failing = { ...test.app, storage: { ...test.app.storage, put: () => Promise.reject(new Error('killed')) } }
  await expect(createSample(failing)).rejects.toThrow('killed')
  expect(await counts()).toEqual(ONCE)
  expect((await test.db.selectFrom('files').select('status').executeTakeFirstOrThrow()).status).toBe('waiting')
})

it('is created once by processes that start together, and not again later', async () => {
  await Promise.allSettled([createSample(test.app), createSample(test.app)])
  await createSample(test.app)
  expect(await counts()).toEqual(ONCE)
})

it(
  'is processed like every recording, with a transcript equal to its reference but for one correction',
  { timeout: 90_000 },
  async () => {
    await test.settle()
    const { body } = await test.call(login, { body: { email: DEMO.email, password: DEMO.password } })
    const row = await test.db.selectFrom('files').select(['id', 'project_id']).executeTakeFirstOrThrow()
    const file = (await test.call(getFile, { params: { projectId: row.project_id, id: row.id } }, body.token ?? ''))
      .body
    expect(file).toMatchObject({
      title: SAMPLE.title,
      status: 'processed',
      note: null,
      thumbnail_kind: 'normal',
      thumbnail_count: 242,
    })
    const { transcript, blocks } = (await test.call(getTranscript, { params: { fileId: row.id } }, body.token ?? ''))
      .body
    const text = transcript.block_order.map((uuid) => blocks[uuid]?.content ?? '').join('')
    const { utterances } = JSON.parse(await mediaText('ja-sales-call.json')) as { utterances: { text: string }[] }
    const spoken = utterances.map((utterance) => utterance.text).join('')
    expect(text).toBe(spoken.replace('ハブスポット', 'HubSpot'))
    expect(new Set(Object.values(blocks).map(({ speaker_id }) => speaker_id)).size).toBe(SAMPLE.speakers)
    expect(Object.values(blocks).some(({ sentiment }) => sentiment > 0)).toBe(true)
  },
)

it('has the names of both people in the language of the reader, sections, tags, and a history', async () => {
  const { body } = await test.call(login, { body: { email: DEMO.email, password: DEMO.password } })
  const token = body.token ?? ''
  const row = await test.db.selectFrom('files').select(['id', 'project_id']).executeTakeFirstOrThrow()
  const read = () => test.succeed(getTranscript, { params: { fileId: row.id } }, token)
  const speakersOf = async () => {
    const { transcript, blocks } = await read()
    return [...new Set(transcript.block_order.map((uuid) => blocks[uuid]?.speaker?.name))]
  }
  expect(await speakersOf()).toEqual(['山田（ミナト商事）', '佐藤（北星製作所）'])
  const { transcript, blocks } = await read()
  const ordered = transcript.block_order.flatMap((uuid) => blocks[uuid] ?? [])
  expect(ordered.flatMap(({ section_name }) => section_name ?? [])).toEqual([
    'ご挨拶',
    '現在の課題',
    'サービスの説明',
    '費用と決裁',
    'セキュリティと連携',
    '導入時期と次の予定',
  ])
  const tags = await test.succeed(listTags, {}, token)
  const nameOf = new Map(tags.map(({ id, name }) => [id, name]))
  expect(ordered.flatMap((block) => block.tags.map(({ tag_id, text }) => [nameOf.get(tag_id), text]))).toEqual([
    ['課題', '一件あたり四十分ほどかかっていて'],
    ['課題', '人によって書き方が違います'],
    ['予算', '予算は年間で百万円を考えています'],
    ['次の行動', 'デモの日程を鈴木に確認しておきます'],
    ['次の行動', 'お見積もりは今週の金曜日までにお送りします'],
  ])
  const history = await test.succeed(listTranscriptHistory, { params: { id: transcript.id ?? 0 } }, token)
  expect(history.data.map(({ kind, edited_by: by }) => [kind, by?.name])).toEqual([
    ['tag', '見本 花子'],
    ['section', '見本 花子'],
    ['edit', '見本 花子'],
    ['original', undefined],
  ])
  // The event of a completed transcript may be handled again.
  await addSampleContent(test.app, row.id)
  expect((await read()).transcript.revision).toBe(transcript.revision)
  await test.db
    .updateTable('users')
    .set({ settings: { locale: 'en' } as never })
    .execute()
  expect(await speakersOf()).toEqual(['Yamada (Minato Trading)', 'Sato (Hokusei Works)'])
  expect((await test.succeed(listTagCategories, {}, token)).map(({ name }) => name)).toEqual(['Tags'])
})

it('has a report of its folder: two people, all emotions, the tags and keywords', async () => {
  const { body } = await test.call(login, { body: { email: DEMO.email, password: DEMO.password } })
  const { project_id: projectId } = await test.db.selectFrom('files').select('project_id').executeTakeFirstOrThrow()
  const tableOf = (first_condition: Classification, second_condition: Classification) =>
    test.succeed(
      getReportTable,
      { params: { projectId }, query: { first_condition, second_condition } },
      body.token ?? '',
    )
  const people = await tableOf('speakers', 'emotions')
  expect(people.rows.map(({ name }) => name).toSorted()).toEqual(['Sato (Hokusei Works)', 'Yamada (Minato Trading)'])
  expect(people.columns.map(({ key }) => key)).toEqual(['positive', 'neutral', 'negative'])
  expect(people.seconds).toBeGreaterThan(60)
  const tags = await tableOf('tags', 'speakers')
  expect(tags.rows.map(({ name, count }) => [name, count])).toEqual([
    ['課題', 2],
    ['次の行動', 2],
    ['予算', 1],
  ])
  const words = await tableOf('keyword', 'speakers')
  expect(words.rows[0]?.count).toBeGreaterThan(2)
})

it('has a finished chat whose quotes are in the transcript, and which counts nothing', async () => {
  const { body } = await test.call(login, { body: { email: DEMO.email, password: DEMO.password } })
  const token = body.token ?? ''
  const row = await test.db.selectFrom('files').select(['id', 'project_id']).executeTakeFirstOrThrow()
  const query = { project_file_id: row.id }
  const { data } = await test.succeed(listChats, { params: { projectId: row.project_id }, query }, token)
  expect(data).toMatchObject([{ title: 'お客様の課題と予算は何ですか', is_processing: false }])
  const params = { chatId: data[0]!.id }
  const { messages, count } = await test.succeed(listChatMessages, { params }, token)
  expect(messages.map(({ content }) => content)).toEqual([
    'お客様の課題と予算は何ですか',
    expect.stringContaining('**年間で百万円**'),
  ])
  expect(messages[1]!.citations.map(({ number, range }) => [number, range === null])).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ])
  expect(count).toBe(0)
})

it('has a finished summary whose items cite what was said, and no chat is counted', async () => {
  const { body } = await test.call(login, { body: { email: DEMO.email, password: DEMO.password } })
  const row = await test.db.selectFrom('files').select('id').executeTakeFirstOrThrow()
  const { parts, is_writing, count } = await test.succeed(getSummary, { params: { fileId: row.id } }, body.token ?? '')
  expect([is_writing, count]).toEqual([false, 0])
  expect(parts.map(({ part, status, items }) => [part, status, items.length])).toEqual([
    ['overview', 'ready', 4],
    ['decisions', 'ready', 1],
    ['to_dos', 'ready', 2],
    ['sections', 'ready', 3],
  ])
  expect(parts.every(({ is_outdated, generated_at }) => !is_outdated && generated_at === null)).toBe(true)
  const cited = parts.slice(0, 3).flatMap(({ items }) => items.flatMap(({ citations }) => citations))
  expect(cited.map(({ range }) => range === null)).toEqual(Array.from({ length: 7 }, () => false))
  expect(parts[2]!.items.map(({ owner, due }) => [owner, due])).toEqual([
    ['佐藤（北星製作所）', null],
    ['山田（ミナト商事）', '今週の金曜日'],
  ])
})

it('shows a deal of its customer, with the words behind each value', async () => {
  const { body } = await test.call(login, { body: { email: DEMO.email, password: DEMO.password } })
  expect(body.is_hubspot_connected).toBe(true)
  const row = await test.db.selectFrom('files').select(['id', 'project_id']).executeTakeFirstOrThrow()
  const params = { projectFileId: row.id }
  const shown = await test.succeed(getCrmFileDeal, { params }, body.token ?? '')
  expect(shown).toMatchObject({
    is_connected: true,
    deal: { deal_name: '株式会社北星製作所 営業会議の記録', pipeline_label: '新規営業', stage_label: 'ヒアリング' },
    can: { edit: true },
  })
  const [write] = (await test.succeed(listCrmWrites, { params, query: {} }, body.token ?? '')).data
  expect(
    write?.properties.map(({ label, after, citations }) => [label, after, citations.map(({ quote }) => quote)]),
  ).toEqual([
    ['予算', '1000000', ['予算は年間で百万円を考えています']],
    ['決裁者', '鈴木 営業本部長', ['最終的には営業本部長の鈴木が判断します']],
    ['導入時期', expect.stringMatching(/^20\d\d-04-01$/), ['導入時期は来年の四月を目標にしています']],
    ['利用人数', '8', ['営業は八人いますので']],
  ])
  const writes = async () => (await test.succeed(listCrmWrites, { params, query: {} }, body.token ?? '')).data
  // The event may come again.
  await addSampleDeal(test.app, row.id)
  expect(await writes()).toHaveLength(1)
  // A call that fails after it has connected the stand-in is continued by the next one.
  await test.db.deleteFrom('crm_deals').execute()
  await test.db.deleteFrom('crm_writes').execute()
  await test.db.deleteFrom('crm_connections').execute()
  const archive = (at: Date | null) =>
    test.db.updateTable('trial_crm_deals').set({ archived_at: at }).where('id', '=', SAMPLE_DEAL).execute()
  await archive(new Date())
  await expect(addSampleDeal(test.app, row.id)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
  expect(await writes()).toEqual([])
  await archive(null)
  await addSampleDeal(test.app, row.id)
  expect(await writes()).toHaveLength(1)
  // A deal that somebody removed does not come back.
  await test.succeed(removeCrmFileDeal, { params }, body.token ?? '')
  await addSampleDeal(test.app, row.id)
  expect((await test.succeed(getCrmFileDeal, { params }, body.token ?? '')).deal).toBeNull()
})
