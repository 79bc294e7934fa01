// Edits of a summary by people, and what makes it out of date.
import * as contract from '@kaiwa/contract/summaries.ts'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveAutomaticTranscript } from '../transcripts/store/automatic-transcripts.ts'
import { lockFile } from '../files/store/files.ts'
import { atOnce } from '../test/at-once.ts'
import { agreeTo, createSpokenFile, type SpokenFile } from '../test/factories/chats.ts'
import { assign, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { faithful, generate, partOf, switchOn } from '../test/factories/summaries.ts'
import { createMember, createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import {
  type ModelRequest,
  openStandInModels,
  standInEnvironment,
  type StandInModels,
} from '../test/stand-in-models.ts'
import type { Caller } from '../test/test-calls.ts'

let models: StandInModels
let test: TestApp
let owner: TestOwner
let folder: TestFolder
let file: SpokenFile
/** Runs while the model answers. */
let whileWriting: (request: ModelRequest) => Promise<void> | undefined

const SPOKEN = ['本日はありがとうございます。', '導入は四月に決まりました。', '佐藤さんが見積もりを送ります。']

beforeAll(async () => {
  models = await openStandInModels((request) => {
    const waitFor = whileWriting(request)
    return waitFor ? { ...faithful(request), pieceLength: 20, waitFor } : faithful(request)
  })
  test = await openTestApp({ env: standInEnvironment(models.url) })
})
beforeEach(async () => {
  whileWriting = () => undefined
  models.requests.length = 0
  await test.db.deleteFrom('rate_limits').execute()
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createSpokenFile(test, { folder, owner }, SPOKEN)
  await agreeTo(test, owner, models.host)
  await switchOn(test, owner)
})
afterAll(async () => {
  await test.close()
  await models.close()
})

async function summarise(): Promise<void> {
  await generate(test, file, owner)
  await test.settle()
}

function read(part: SummaryPartName) {
  return partOf(test, file, part, owner)
}

function edit(part: SummaryPartName, version: number, items: contract.EditedItem[], as: Caller = owner) {
  return test.call(contract.editSummary, { params: { fileId: file.id }, body: { part, version, items } }, as)
}

function kept({ id, text, owner: person, due }: contract.SummaryItem): contract.EditedItem {
  return { id, text, owner: person, due }
}

describe('an edit', () => {
  it('changes, moves, deletes and adds items; unchanged ones keep their citations', async () => {
    await summarise()
    const { items, version } = await read('overview')
    const [first, second, third] = items
    const { status, body } = await edit('overview', version, [
      { id: null, text: '  人が書いた項目\r\n二行目 ' },
      kept(third!),
      { ...kept(first!), text: '直した項目', citations: [] },
    ])
    expect(status).toBe(200)
    const part = body.parts[0]!
    expect(part).toMatchObject({
      status: 'ready',
      version: version + 1,
      is_outdated: false,
      edited_by: { id: owner.id },
    })
    expect(part.edited_at).not.toBeNull()
    expect(part.items).toMatchObject([
      { text: '人が書いた項目\n二行目', citations: [], time: null, is_edited: true },
      {
        id: third!.id,
        text: third!.text,
        citations: [{ number: 1, quote: third!.citations[0]!.quote }],
        is_edited: false,
      },
      { id: first!.id, text: '直した項目', citations: [], is_edited: true },
    ])
    expect(part.items.map(({ id }) => id)).not.toContain(second!.id)
    expect(await read('overview')).toEqual(part)
  })

  it('changes owner and date of a to-do, and ignores them elsewhere', async () => {
    await summarise()
    const toDos = await read('to_dos')
    await edit('to_dos', toDos.version, [{ ...kept(toDos.items[0]!), owner: ' 鈴木 ', due: '' }])
    expect((await read('to_dos')).items).toMatchObject([{ owner: '鈴木', due: null, is_edited: true }])
    const decisions = await read('decisions')
    await edit('decisions', decisions.version, [{ ...kept(decisions.items[0]!), owner: '鈴木' }])
    expect((await read('decisions')).items).toMatchObject([{ owner: null, is_edited: false }])
  })

  it('writes a part by hand, without a model', async () => {
    const { status } = await edit('decisions', 0, [{ id: null, text: '四月に始める' }])
    expect(status).toBe(200)
    expect(await read('decisions')).toMatchObject({
      status: 'ready',
      version: 1,
      generated_at: null,
      is_outdated: false,
    })
    expect(models.requests).toEqual([])
  })

  it('refuses invented ids, citations of other items, and new sections', async () => {
    await summarise()
    const { items, version } = await read('overview')
    const sections = await read('sections')
    const [first, second] = items
    const errorsOf = async (part: SummaryPartName, at: number, edited: contract.EditedItem[]) => {
      const { status, body } = await edit(part, at, edited)
      expect(status).toBe(422)
      return (body as unknown as { errors: unknown }).errors
    }
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await errorsOf('overview', version, [{ id: unknown, text: 'x' }])).toEqual({ 'items.0.id': ['incorrect'] })
    expect(await errorsOf('overview', version, [kept(first!), kept(first!)])).toEqual({ 'items.1.id': ['incorrect'] })
    expect(
      await errorsOf('overview', version, [{ ...kept(first!), citations: [second!.citations[0]!.number] }]),
    ).toEqual({ 'items.0.citations': ['incorrect'] })
    expect(await errorsOf('overview', version, [{ id: null, text: 'x', citations: [1] }])).toEqual({
      'items.0.citations': ['incorrect'],
    })
    expect(await errorsOf('overview', version, [{ id: null, text: 'x\u0000' }])).toEqual({ 'items.0.text': ['format'] })
    expect(await errorsOf('sections', sections.version, [{ id: null, text: '新しい' }])).toEqual({
      'items.0.id': ['incorrect'],
    })
    const long = { ...kept(sections.items[0]!), text: '長'.repeat(256) }
    expect(await errorsOf('sections', sections.version, [long])).toEqual({ 'items.0.text': ['max'] })
    expect(await read('overview')).toMatchObject({ version })
  })

  it('of an older version is refused, also of two at the same moment', async () => {
    await summarise()
    const { items, version } = await read('overview')
    const colleague = await createMember(test.db, owner, ROLE.manager)
    const { answers, waited } = await atOnce<{ status: number; body: unknown }>(
      test.db,
      (trx) => lockFile(trx, file.id),
      [
        () => edit('overview', version, [{ ...kept(items[0]!), text: '一人目' }]),
        () => edit('overview', version, [{ ...kept(items[0]!), text: '二人目' }], colleague),
      ],
    )
    expect(waited).toBe(2)
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(answers[1]!.body).toEqual({ error: 'E_CONFLICT', reason: 'version' })
    expect((await read('overview')).items.map(({ text }) => text)).toEqual(['一人目'])
    expect((await edit('decisions', 7, [])).body).toEqual({ error: 'E_CONFLICT', reason: 'version' })
  })

  it('is refused while the part is being written', async () => {
    await summarise()
    await generate(test, file, owner, ['overview'])
    const { version } = await read('overview')
    expect((await edit('overview', version, [])).body).toEqual({ error: 'E_CONFLICT', reason: 'processing' })
    expect((await edit('decisions', 1, [])).status).toBe(200)
  })

  it('is refused to viewers, and they may neither generate nor cancel', async () => {
    await summarise()
    const viewer = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, file, viewer, ROLE.viewer)
    expect((await edit('overview', 1, [], viewer)).error).toBe('E_FORBIDDEN')
    const params = { fileId: file.id }
    expect((await test.call(contract.generateSummary, { params, body: {} }, viewer)).error).toBe('E_FORBIDDEN')
    expect((await test.call(contract.cancelSummary, { params }, viewer)).error).toBe('E_FORBIDDEN')
    const summary = await test.succeed(contract.getSummary, { params }, viewer)
    expect(summary).toMatchObject({ can: { edit: false, switch: false } })
    expect(summary.parts[0]!.items).toHaveLength(3)
  })

  it('is refused while the file is processed again', async () => {
    await test.db.updateTable('files').set({ status: 'processing' }).where('id', '=', file.id).execute()
    const { status, body } = await edit('decisions', 0, [{ id: null, text: '決定' }])
    expect([status, body]).toEqual([409, { error: 'E_CONFLICT', reason: 'not-ready' }])
  })
})

it('an edit and a generation each publish summary.changed with the file id only', async () => {
  const published = async () => {
    const events = await test.db
      .selectFrom('events')
      .select(['id', 'data', 'channels'])
      .where('type', '=', 'summary.changed')
      .orderBy('id')
      .execute()
    return events
      .map(({ data, channels }) => ({ data, channels }))
      .filter(({ channels }) => channels.includes(`private-project-file-${file.id}`))
  }
  const event = { data: { project_file_id: file.id }, channels: [`private-project-file-${file.id}`] }
  expect((await edit('decisions', 0, [{ id: null, text: '決定' }])).status).toBe(200)
  expect(await published()).toEqual([event])
  await generate(test, file, owner, ['overview'])
  expect(await published()).toEqual([event, event])
})

describe('a summary is out of date', () => {
  const params = () => ({ fileId: file.id })

  async function save(change: { content?: string; speaker?: true }): Promise<void> {
    const { transcript, blocks } = await test.succeed(getTranscript, { params: params() }, owner)
    await test.succeed(requestLock, { params: { projectId: folder.projectId, fileId: file.id }, body: {} }, owner)
    const block = blocks[file.uuids[0]!]!
    const content = change.content ?? block.content
    const saved = { uuid: block.uuid, content, start_time: block.start_time, end_time: block.end_time }
    await test.succeed(
      saveBlocks,
      {
        params: { id: transcript.id },
        body: {
          revision: transcript.revision,
          delete: [],
          blocks: [{ ...saved, terms: [], tags: [], is_break: false }],
          ...(change.speaker
            ? { speaker: [{ block_uuid: block.uuid, speaker_id: file.speakerIds[1] ?? null, child_block_uuids: [] }] }
            : {}),
        },
      },
      owner,
    )
  }

  it('when the text changes, and not when a section is named', async () => {
    await summarise()
    await test.succeed(changeSection, { body: { block_uuid: file.uuids[1]!, section_name: '決定' } }, owner)
    await save({ speaker: true })
    expect(await read('overview')).toMatchObject({ is_outdated: false })
    await save({ content: '本日はお越しいただきました。' })
    const outdated = await read('overview')
    expect(outdated).toMatchObject({ is_outdated: true })
    expect(outdated.items[0]!.citations).toMatchObject([{ quote: '本日はありがとうございま', range: null }])
    // Only what is written again is up to date.
    await generate(test, file, owner, ['overview'])
    await test.settle()
    expect(await read('overview')).toMatchObject({ is_outdated: false })
    expect(await read('decisions')).toMatchObject({ is_outdated: true })
  })

  it('after a new analysis', async () => {
    await summarise()
    const blocks = [{ uuid: file.uuids[0]!, content: '別の話', start_time: 0, end_time: 1, terms: [], sentiment: 0 }]
    await test.db.transaction().execute((trx) =>
      saveAutomaticTranscript(trx, file.id, {
        language: 'ja',
        engine: 'test',
        blocks: blocks.map((block) => ({ ...block, speaker_id: null })),
        original: [],
      } as never),
    )
    expect(await read('overview')).toMatchObject({ is_outdated: true, status: 'ready' })
    expect((await read('sections')).items[1]).toMatchObject({ block_uuid: file.uuids[1] })
  })

  it('when the text changes while it is being written', async () => {
    await generate(test, file, owner)
    let saving: Promise<void> | undefined
    whileWriting = () => (saving ??= save({ content: '途中で変わりました。' }))
    await test.settle()
    await saving
    expect(await read('overview')).toMatchObject({ status: 'ready', is_outdated: true })
  })
})
