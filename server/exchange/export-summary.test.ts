// The summary of a file in its exports.
import { paragraphsOf } from '@kaiwa/exchange/test/archive.ts'
import { previewExport } from '@kaiwa/contract/exchange.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import { editSummary, getSummary } from '@kaiwa/contract/summaries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonb } from '../platform/database/jsonb.ts'
import { agreeTo, blocksIn, createSpokenFile, type SpokenFile } from '../test/factories/chats.ts'
import { exportFile } from '../test/factories/exchange-calls.ts'
import { createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { faithful, generate, partsIn, summaryJson, switchOn } from '../test/factories/summaries.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openStandInModels, standInEnvironment, type StandInModels } from '../test/stand-in-models.ts'

const SPOKEN = ['本日はありがとうございます。', '導入は四月に決まりました。', '佐藤さんが見積もりを来週送ります。']

let models: StandInModels
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile
let plain: SpokenFile
beforeAll(async () => {
  models = await openStandInModels((request) => {
    const blocks = blocksIn(request)
    if (!partsIn(request).includes('overview')) return faithful(request)
    const quotes = blocks.map(({ block, text }) => ({ block, quote: text.slice(0, 8) }))
    const items = blocks.map(({ text }, index) => ({ text: `${text}の要点`, quotes: [quotes[index]!] }))
    return { text: summaryJson(request, { overview: [...items, { text: '全体の要点', quotes }] }) }
  })
  test = await openTestApp({ env: standInEnvironment(models.url) })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createSpokenFile(test, { folder, owner }, SPOKEN)
  plain = await createSpokenFile(test, { folder, owner }, SPOKEN)
  await agreeTo(test, owner, models.host)
  await switchOn(test, owner)
  await generate(test, file, owner)
  await test.settle()
  const params = { fileId: file.id }
  const { parts } = await test.succeed(getSummary, { params }, owner)
  const { part, version, items } = parts[0]!
  const kept = items.map(({ id, text }) => ({ id, text }))
  const body = { part, version, items: [...kept, { id: null, text: '人が書いた項目' }] }
  await test.succeed(editSummary, { params, body }, owner)
  await test.succeed(changeSection, { body: { block_uuid: file.uuids[1]!, section_name: '決定' } }, owner)
})
afterAll(async () => {
  await test.close()
  await models.close()
})

async function take(query: string, of: SpokenFile = file): Promise<string> {
  const { status, text } = await exportFile(test, { file: of, owner }, query)
  expect(status).toBe(200)
  return text
}

function preview(of: SpokenFile, query: Parameters<typeof test.succeed<typeof previewExport>>[1]['query']) {
  return test.succeed(previewExport, { params: { fileId: of.id }, query }, owner)
}

describe('the summary of an export', () => {
  it('is before the transcript, with decisions and to-dos and without suggested sections', async () => {
    const text = await take('format=txt')
    expect(text).toMatch(/【要約】\n\n概要\n・本日はありがとうございます。の要点 {2}00:00\n/)
    expect(text).toContain('決定事項\n・本日はありがとうございます。の要点  00:00\n')
    expect(text).toContain(
      'ToDo\n・佐藤さんが見積もりを来週送ります。の要点（担当：佐藤、期限：来週）  00:05\n\n【文字起こし】\n',
    )
    // The suggested section has this name.
    expect(text).not.toContain('導入は四月に\n')
    expect(await take('format=md&language=en')).toContain('## Summary\n\n### Overview\n')
    expect(await take('format=txt&summary=none')).not.toContain('要約')
    expect(await take('format=srt')).not.toContain('要点')
    expect(await take('format=json')).not.toContain('要点')
  })

  it('is in the Word document', async () => {
    const { bytes } = await exportFile(test, { file, owner }, 'format=docx')
    const paragraphs = paragraphsOf(bytes)
    expect(paragraphs.slice(2, 5)).toEqual([
      { style: 'Heading1', text: '要約' },
      { style: 'Heading2', text: '概要' },
      { style: 'ListParagraph', text: '本日はありがとうございます。の要点  00:00' },
    ])
    expect(paragraphs.filter(({ style }) => style === 'Heading1').map(({ text }) => text)).toEqual([
      '要約',
      '文字起こし',
    ])
    expect(paragraphs).toContainEqual({ style: 'Heading2', text: '決定' })
  })

  it('of chosen sections has only items that cite only them', async () => {
    const of = async (uuid: string) => {
      const text = await take(`format=txt&section=${uuid}`)
      return text.slice(0, text.indexOf('【文字起こし】'))
    }
    const chosen = await of(file.uuids[1]!)
    expect(chosen).toContain('・導入は四月に決まりました。の要点')
    expect(chosen).not.toMatch(/本日は|全体の要点/)
    // An item about both, and one without evidence, would disclose what was left out.
    expect(await take('format=txt')).toMatch(/全体の要点[^]*人が書いた項目/)
    expect(chosen).not.toMatch(/全体の要点|人が書いた項目/)
  })

  it('is in the preview, which knows whether there is one', async () => {
    expect(await preview(file, { format: 'docx' })).toMatchObject({ has_summary: true })
    expect((await preview(file, { format: 'docx' })).text).toContain('【要約】')
    expect(await preview(plain, { format: 'txt' })).toMatchObject({ has_summary: false })
  })

  it('passages are extracted only on request, and only if no summary is stored', async () => {
    await test.db
      .updateTable('blocks')
      .set({
        terms: jsonb([
          {
            text: '導入',
            offset: 0,
            start_time: 2,
            end_time: 3,
            type: 3,
            score: 1,
            base: '導入',
            reading: '',
            confidence: 1,
          },
        ]),
      })
      .where('uuid', '=', plain.uuids[1]!)
      .execute()
    expect(await take('format=txt', plain)).not.toContain('要約')
    const text = await take('format=txt&summary=extracted', plain)
    expect(text).toContain('【要約】\n自動抽出（AI不使用）')
    expect(text).toContain('・導入は四月に決まりました。')
    // A stored one is preferred.
    expect(await take('format=txt&summary=extracted')).not.toContain('自動抽出')
  })

  it('says that it is out of date', async () => {
    await test.db.updateTable('summaries').set({ text_version: 7 }).where('file_id', '=', file.id).execute()
    expect(await take('format=txt')).toContain('要約の作成後に、文字起こしが変更されています。')
  })

  it('without items is as none', async () => {
    const { parts } = await test.succeed(getSummary, { params: { fileId: file.id } }, owner)
    for (const { part, version } of parts)
      if (part !== 'sections')
        await test.succeed(editSummary, { params: { fileId: file.id }, body: { part, version, items: [] } }, owner)
    expect(await preview(file, { format: 'txt' })).toMatchObject({ has_summary: false })
    expect(await take('format=txt')).not.toContain('要約')
  })
})
