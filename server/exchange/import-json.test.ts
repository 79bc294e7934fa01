import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { listTranscriptHistory, restoreTranscript } from '@kaiwa/contract/history.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import { createTag, listTagCategories, listTags, tagPassages } from '@kaiwa/contract/tags.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  saved,
  type EditingFixture,
} from '../test/factories/editing-fixture.ts'
import { importFile, openImportCalls, exportFile } from '../test/factories/exchange-calls.ts'
import { createFile, createFolder, rootOf } from '../test/factories/items.ts'
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
type Where = Pick<EditingFixture, 'file' | 'owner'>

async function asJson(where: Where = fixture) {
  return (await exportFile(test, where, 'format=json')).text
}

/** An export without the time of the export and the recording. */
function substance(json: string) {
  return { ...(JSON.parse(json) as object), exported_at: null, recording: null }
}

function lockOf() {
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  return test.succeed(requestLock, { params, body: {} }, fixture.owner)
}

/** A transcript with a section, a break, tags and an edited text. */
async function enrich() {
  const { blocks } = await read()
  const [first, second] = [blocks[0]!, blocks[1]!]
  const tag = await test.succeed(
    createTag,
    { params: { fileId: fixture.file.id }, body: { name: `論点${fixture.file.id}`, appearance: '#2F8FED' } },
    fixture.owner,
  )
  const range = {
    block_uuid: first.uuid,
    tag_id: tag.id,
    offset: 0,
    text: first.content.slice(0, 2),
    tag_uuid: crypto.randomUUID(),
  }
  await test.succeed(tagPassages, { params: { id: fixture.transcriptId }, body: { ranges: [range] } }, fixture.owner)
  await test.succeed(changeSection, { body: { block_uuid: second.uuid, section_name: '課題' } }, fixture.owner)
  return { tag, first, second }
}

describe('JSON exported by Kaiwa', () => {
  it('is imported without a difference, and creates no revision', async () => {
    await enrich()
    const json = await asJson()
    const before = await read()
    const { status, body } = await send(json, { revision: await revision() })
    expect([status, body.is_changed, body.revision]).toEqual([200, false, before.revision])
    expect(await read()).toEqual(before)
    expect(substance(await asJson())).toEqual(substance(json))
  })

  it('restores the exported state as a single journal entry, which can be undone', async () => {
    const { first, second } = await enrich()
    const json = await asJson()
    const { lock } = await lockOf()
    const params = { id: fixture.transcriptId }
    const changes = {
      blocks: [saved(first, { content: '書き換えた。' })],
      delete: [second.uuid],
      lock_version: lock.version,
    }
    await test.succeed(saveBlocks, { params, body: changes }, fixture.owner)
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
    const { data } = await test.succeed(listTranscriptHistory, { params, query: {} }, fixture.viewer)
    expect(data[0]).toMatchObject({ kind: 'import', edited_by: { id: fixture.owner.id } })
    const { version } = (await lockOf()).lock
    await test.succeed(
      restoreTranscript,
      { params, body: { revision: edited.revision, lock_version: version } },
      fixture.owner,
    )
    expect((await read()).texts).toEqual(edited.texts)
  })

  it('imports sentiment and edited fields, also for blocks with unchanged text', async () => {
    const value = JSON.parse(await asJson()) as { blocks: { sentiment: number; section_name: string | null }[] }
    value.blocks[0]!.sentiment = 0.75
    value.blocks[1]!.section_name = ' 新しい\n名前 '
    const { body } = await send(JSON.stringify(value), { revision: await revision() })
    const { blocks } = await read()
    expect([body.is_changed, blocks[0]?.sentiment, blocks[1]?.section_name]).toEqual([true, 0.75, '新しい 名前'])
  })

  it('of another recording creates new blocks; people and tags are matched by name', async () => {
    const { tag } = await enrich()
    const json = await asJson()
    const other = await createFixtureFile(test, people, { blocks: 1 })
    const { body } = await importFile(test, other, json, { revision: '1' })
    expect(body.speakers).toEqual([
      { name: '話者1', is_new: false },
      { name: '話者2', is_new: false },
    ])
    const [here, there] = [await read(), await readFixture(test, other)]
    expect(there.texts).toEqual(here.texts)
    expect(there.blocks.map(({ terms }) => terms)).toEqual(here.blocks.map(({ terms }) => terms))
    expect(there.blocks[0]?.tags).toMatchObject([{ tag_id: tag.id, offset: 0 }])
    const uuids = new Set(here.blocks.map(({ uuid }) => uuid))
    expect(there.blocks.some(({ uuid }) => uuids.has(uuid))).toBe(false)
  })

  it('of another workspace creates its people, tags and categories', async () => {
    const { tag } = await enrich()
    const json = await asJson()
    const { stranger: owner } = fixture
    const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
    const file = await createFile(test.db, folder, { creator: owner, status: 'canceled' })
    const away = { file, owner }
    expect((await importFile(test, away, json, {}, { path: '/check' })).body.speakers).toEqual([
      { name: '話者1', is_new: true },
      { name: '話者2', is_new: true },
    ])
    expect((await importFile(test, away, json)).status).toBe(200)
    const { blocks } = await test.succeed(getTranscript, { params: { fileId: file.id } }, owner)
    const imported = Object.values(blocks)
    expect(new Set(imported.map(({ speaker }) => speaker?.name))).toEqual(new Set(['話者1', '話者2']))
    expect(imported.some(({ speaker_id }) => fixture.speakerIds.includes(speaker_id ?? 0))).toBe(false)
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
