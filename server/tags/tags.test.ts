import { randomUUID } from 'node:crypto'
import { fileChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { releaseLock, requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import * as contract from '@kaiwa/contract/tags.ts'
import { reanalyzeTranscript } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../test/test-calls.ts'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  saved,
  type EditingFixture,
} from '../test/factories/editing-fixture.ts'
import { assign } from '../test/factories/items.ts'
import { createMember, createOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
let tag: contract.Tag
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(async () => {
  fixture = await createFixtureFile(test, people)
  tag = await createTag('課題')
  await test.db.deleteFrom('events').execute()
})
afterAll(() => test.close())

function ofFile() {
  return { fileId: fixture.file.id }
}

function ofTranscript() {
  return { id: fixture.transcriptId }
}

function read() {
  return readFixture(test, fixture)
}

function createTag(name: string, more = {}, as: Caller = fixture.owner) {
  return test.succeed(contract.createTag, { params: ofFile(), body: { name, ...more } }, as)
}

function allTags(as: Caller = fixture.owner) {
  return test.succeed(contract.listTags, {}, as)
}

async function events(type: string) {
  return test.db.selectFrom('events').select(['data', 'channels']).where('type', '=', type).orderBy('id').execute()
}

async function range(index: number, text: string, more = {}) {
  const block = (await read()).blocks[index]
  if (!block) throw new Error(`no block ${index}`)
  const at = { block_uuid: block.uuid, offset: block.content.indexOf(text), text }
  return { ...at, tag_id: tag.id, tag_uuid: randomUUID(), ...more }
}

function mark(ranges: contract.TagRange[], as: Caller = fixture.owner) {
  return test.call(contract.tagPassages, { params: ofTranscript(), body: { ranges } }, as)
}

function unmark(query: Record<string, unknown>, as: Caller = fixture.owner) {
  return test.call(contract.untagPassage, { params: ofTranscript(), query }, as)
}

function lock(as: Caller, changed_block_uuids: string[] = []) {
  return test.succeed(
    requestLock,
    { params: { projectId: fixture.file.projectId, ...ofFile() }, body: { changed_block_uuids } },
    as,
  )
}

function release(as: Caller) {
  return test.succeed(releaseLock, { params: { projectId: fixture.file.projectId, ...ofFile() }, body: {} }, as)
}

describe('marking passages', () => {
  it('TAG-02 TAG-15 TAG-28 EDIT-66 adds a tag to a passage, visible to readers', async () => {
    const one = await range(0, 'お時間')
    const { status, body } = await mark([one])
    const tags = [{ tag_id: tag.id, text: 'お時間', offset: one.offset, tag_uuid: one.tag_uuid }]
    expect([status, body.blocks]).toEqual([201, [{ block_uuid: one.block_uuid, tags }]])
    const { blocks, revision } = await read()
    expect(blocks[0]?.tags).toEqual(tags)
    expect(revision).toBe(body.revision)
  })

  it('TAG-15 TAG-30 marks a selection over several blocks, all or none', async () => {
    const ranges = [await range(0, '本日'), await range(1, '現在'), await range(2, '来週')]
    const call = (list: contract.TagRange[]) =>
      test.call(contract.tagPassagesOfBlocks, { params: ofTranscript(), body: { ranges: list } }, fixture.owner)
    const broken = [...ranges.slice(0, 2), { ...(ranges[2] as contract.TagRange), offset: 5_000 }]
    expect(await call(broken)).toMatchObject({ status: 422, errors: { 'ranges.2.offset': ['max'] } })
    expect((await read()).blocks.flatMap(({ tags }) => tags)).toEqual([])
    expect((await call(ranges)).status).toBe(201)
    expect((await read()).blocks.map(({ tags }) => tags.length)).toEqual([1, 1, 1, 0, 0, 0])
  })

  it('TAG-17 TAG-20 TAG-25 a tag created for a selection has the default colour and marks it', async () => {
    const made = await createTag('新しい論点')
    expect(made.appearance).toBe('#FD6F2C')
    const { status } = await mark([await range(1, '議事録', { tag_id: made.id, is_new: true })])
    expect(status).toBe(201)
    expect((await read()).blocks[1]?.tags[0]).toMatchObject({ tag_id: made.id, text: '議事録' })
  })

  it('overlapping passages of one tag are merged', async () => {
    const first = await range(0, 'お時間')
    await mark([first])
    await mark([await range(0, '時間をいただき')])
    expect((await read()).blocks[0]?.tags).toMatchObject([{ text: 'お時間をいただき', tag_uuid: first.tag_uuid }])
  })

  it('repeating a call marks only once', async () => {
    const one = await range(0, '本日')
    const first = await mark([one])
    expect((await mark([one])).body).toEqual(first.body)
  })

  it('RT-09 publishes the tags of each block on the channel of the file', async () => {
    const one = await range(0, '本日')
    await mark([one])
    expect(await events('transcript.tag_updated')).toMatchObject([
      {
        data: {
          transcript_id: fixture.transcriptId,
          blockUuid: one.block_uuid,
          tags: [{ tag_id: tag.id, text: '本日' }],
        },
        channels: [fileChannel(fixture.file.id)],
      },
    ])
  })

  it.each([
    ['an unknown block', { block_uuid: randomUUID() }, { 'ranges.0.block_uuid': ['incorrect'] }],
    ['an offset past the end', { offset: 100_000 }, { 'ranges.0.offset': ['max'] }],
    ['a different text', { text: '明日' }, { 'ranges.0.text': ['mismatch'] }],
    ['an unknown tag', { tag_id: 2_000_000_000 }, { 'ranges.0.tag_id': ['incorrect'] }],
    ['half of a surrogate pair', { text: '\ud842' }, { 'ranges.0.text': ['format'] }],
    ['NUL', { text: '\0' }, { 'ranges.0.text': ['format'] }],
    ['a negative offset', { offset: -1 }, { 'ranges.0.offset': ['min'] }],
  ])('refuses %s and marks nothing', async (_, wrong, errors) => {
    expect(await mark([await range(0, '本日', wrong)])).toMatchObject({ status: 422, errors })
    expect((await read()).blocks[0]?.tags).toEqual([])
  })
})

describe('removing marks', () => {
  it('TAG-16 TAG-29 by the uuids of block and passage; repeating it has no effect', async () => {
    const one = await range(0, '本日')
    await mark([one, await range(0, 'お時間')])
    const { block_uuid, tag_uuid } = one
    const answer = await unmark({ block_uuid, tag_id: tag.id, tag_uuid })
    expect(answer.body.blocks[0]?.tags).toMatchObject([{ text: 'お時間' }])
    expect((await unmark({ block_uuid, tag_id: tag.id, tag_uuid })).status).toBe(200)
    expect((await read()).blocks[0]?.tags).toHaveLength(1)
  })

  it('TAG-29 by the id of the block in the body: all passages of a tag', async () => {
    const { blocks } = await read()
    await mark([await range(0, '本日'), await range(0, 'お時間')])
    const body = { block_id: blocks[0]?.id ?? 0, tag_id: tag.id }
    const answer = await test.call(contract.untagPassage, { params: ofTranscript(), body }, fixture.owner)
    expect(answer.body.blocks).toEqual([{ block_uuid: blocks[0]?.uuid, tags: [] }])
  })

  it('requires a block and a tag', async () => {
    expect((await unmark({ block_uuid: randomUUID() })).errors).toEqual({ tag_id: ['required'] })
    expect((await unmark({ tag_id: tag.id })).errors).toEqual({ block_uuid: ['required'] })
    expect((await unmark({ tag_id: tag.id, block_uuid: randomUUID() })).status).toBe(404)
  })
})

describe('during an edit by another person', () => {
  it('EDIT-42 EDIT-45 others cannot mark changed blocks, but can mark all other blocks', async () => {
    const locked = await range(0, '本日')
    const free = await range(1, '現在')
    await lock(fixture.owner, [locked.block_uuid])
    expect(await mark([locked], fixture.editor)).toMatchObject({ status: 409, error: 'E_LOCKED' })
    expect((await unmark({ block_uuid: locked.block_uuid, tag_id: tag.id }, fixture.editor)).error).toBe('E_LOCKED')
    expect((await mark([free, locked], fixture.editor)).error).toBe('E_LOCKED')
    expect((await mark([free], fixture.editor)).status).toBe(201)
    expect((await mark([locked], fixture.owner)).status).toBe(201)
    await release(fixture.owner)
    expect((await unmark({ block_uuid: locked.block_uuid, tag_id: tag.id }, fixture.editor)).status).toBe(200)
  })

  it('a save does not overwrite a mark added by a colleague in the meantime', async () => {
    const { revision, blocks } = await read()
    const { version } = (await lock(fixture.owner)).lock
    await mark([await range(0, '本日')], fixture.editor)
    const [first] = blocks
    if (!first) throw new Error('no block')
    const body = { blocks: [saved(first, { content: '書き換え。' })], revision, lock_version: version }
    expect((await test.call(saveBlocks, { params: ofTranscript(), body }, fixture.owner)).error).toBe('E_CONFLICT')
    expect((await read()).blocks[0]?.tags).toHaveLength(1)
  })
})

describe('a save', () => {
  it('EDIT-71 returns which marks it added and removed', async () => {
    await mark([await range(0, '本日')])
    const { blocks } = await read()
    const [first, second] = blocks
    if (!first || !second) throw new Error('no blocks')
    await lock(fixture.owner)
    const tags = [{ tag_id: tag.id, text: '現在', offset: 0, tag_uuid: randomUUID() }]
    const body = { blocks: [saved(first, { tags: [] }), saved(second, { tags })] }
    const answer = await test.succeed(saveBlocks, { params: ofTranscript(), body }, fixture.owner)
    expect(answer.removed_tag_usages).toEqual([{ block_id: first.id, tag_id: tag.id }])
    expect(answer.added_tag_usages).toMatchObject([
      {
        project_file: { id: fixture.file.id },
        transcript_block: { id: second.id, text: '現在', offset: 0 },
        tag: { id: tag.id, name: '課題' },
        speaker: { id: second.speaker_id },
      },
    ])
  })

  it('succeeds with a tag that was deleted in the meantime, and refuses an unknown tag', async () => {
    const [first] = (await read()).blocks
    if (!first) throw new Error('no block')
    await lock(fixture.owner)
    const save = (tag_id: number) => {
      const tags = [{ tag_id, text: '本日', offset: 0, tag_uuid: randomUUID() }]
      const body = { blocks: [{ ...saved(first, { content: '本日はどうも。' }), tags }] }
      return test.call(saveBlocks, { params: ofTranscript(), body }, fixture.owner)
    }
    await test.succeed(contract.deleteTag, { params: ofFile(), query: { tagId: tag.id } }, fixture.owner)
    expect((await save(tag.id)).status).toBe(200)
    expect((await read()).blocks[0]).toMatchObject({ content: '本日はどうも。', tags: [] })
    expect(await save(2_000_000_000)).toMatchObject({
      status: 422,
      errors: { 'blocks.0.tags.0.tag_id': ['incorrect'] },
    })
    const theirs = await createOwner(test.db)
    const other = await createEditingFixture(test)
    const foreign = await test.succeed(
      contract.createTag,
      { params: { fileId: other.file.id }, body: { name: '他社' } },
      other.owner,
    )
    expect(theirs.workspaceId).not.toBe(fixture.owner.workspaceId)
    expect((await save(foreign.id)).status).toBe(422)
  })

  it('a new analysis keeps the marks', async () => {
    await mark([await range(0, '本日')])
    await test.succeed(reanalyzeTranscript, { params: ofTranscript() }, fixture.owner)
    await test.settle()
    expect((await read()).blocks[0]?.tags).toHaveLength(1)
  })
})

describe('tags and categories', () => {
  it('TAG-01 TAG-19 TAG-31 TAG-33 a tag has a category, a name, a colour and a position', async () => {
    const [category] = await test.succeed(contract.listTagCategories, {}, fixture.owner)
    expect(category?.name).toBe('タグ')
    expect(tag).toEqual({
      id: tag.id,
      tag_category_id: category?.id,
      name: '課題',
      appearance: '#FD6F2C',
      display_order: tag.display_order,
      can: { edit: true },
    })
    expect(await allTags(fixture.viewer)).toContainEqual(tag)
  })

  it('TAG-11 TAG-23 TAG-33 a tag is renamed, recoloured and moved to another category', async () => {
    const category = await test.succeed(contract.createTagCategory, { body: { name: '営業' } }, fixture.owner)
    const body = { tagId: tag.id, name: '要望', appearance: '#e5484d', tag_category_id: category.id }
    const { body: updated } = await test.call(contract.updateTag, { params: ofFile(), body }, fixture.editor)
    expect(updated).toEqual({
      id: tag.id,
      name: '要望',
      appearance: '#E5484D',
      tag_category_id: category.id,
      display_order: 0,
      can: { edit: true },
    })
  })

  it('TAG-21 TAG-33 accepts the eight offered colours and any other hex colour, and nothing else', async () => {
    expect(new Set(contract.TAG_COLOURS).size).toBe(8)
    const colour = (appearance: string) =>
      test.call(contract.updateTag, { params: ofFile(), body: { tagId: tag.id, appearance } }, fixture.editor)
    for (const offered of [...contract.TAG_COLOURS, '#0a0b0c'])
      expect((await colour(offered)).body.appearance).toBe(offered.toUpperCase())
    for (const wrong of ['red', '#FFF', '#12345G', 'url(x)'])
      expect((await colour(wrong)).errors).toEqual({ appearance: ['format'] })
  })

  it.each([
    ['of 100 characters', '課'.repeat(100), undefined],
    ['of 100 emoji', '😀'.repeat(100), undefined],
    ['that contains a script', '<img src=x onerror=alert(1)>', undefined],
    ['of 101 characters', '課'.repeat(101), 'max'],
    ['of spaces', '  ', 'required'],
    ['with a character that reverses the writing direction', '\u202eevil', 'format'],
  ])('TAG-22 a name %s', async (_, name, code) => {
    const answer = await test.call(contract.createTag, { params: ofFile(), body: { name } }, fixture.owner)
    expect([answer.status, answer.errors?.['name']?.[0]]).toEqual([code === undefined ? 201 : 422, code])
    const update = { params: ofFile(), body: { tagId: tag.id, name } }
    expect((await test.call(contract.updateTag, update, fixture.owner)).errors?.['name']?.[0]).toBe(code)
  })

  it('TAG-11 TAG-33 a deleted tag is removed from every passage', async () => {
    await mark([await range(0, '本日'), await range(1, '現在')])
    const query = { tagId: tag.id }
    expect((await test.call(contract.deleteTag, { params: ofFile(), query }, fixture.editor)).status).toBe(200)
    expect((await read()).blocks.flatMap(({ tags }) => tags)).toEqual([])
    expect((await allTags()).map(({ id }) => id)).not.toContain(tag.id)
    expect((await test.call(contract.deleteTag, { params: ofFile(), query }, fixture.editor)).status).toBe(404)
    expect((await test.call(contract.deleteTag, { params: ofFile() }, fixture.editor)).errors).toEqual({
      tagId: ['required'],
    })
  })

  it('TAG-32 categories are created, read, renamed and deleted with their tags', async () => {
    const { id } = await test.succeed(contract.createTagCategory, { body: { name: '仮' } }, fixture.owner)
    const params = { categoryId: id }
    const renamed = await test.succeed(contract.renameTagCategory, { params, body: { name: '改名' } }, fixture.owner)
    expect(await test.succeed(contract.listTagCategories, {}, fixture.owner)).toContainEqual(renamed)
    const inside = await createTag('中のタグ', { tag_category_id: id })
    await mark([await range(0, '本日', { tag_id: inside.id })])
    await test.succeed(contract.deleteTagCategory, { params }, fixture.owner)
    expect((await allTags()).map((one) => one.id)).not.toContain(inside.id)
    expect((await read()).blocks[0]?.tags).toEqual([])
    const left = await test.succeed(contract.listTagCategories, {}, fixture.owner)
    expect(left.map(({ display_order }) => display_order)).toEqual(left.map((_, index) => index))
    expect((await test.call(contract.deleteTagCategory, { params }, fixture.owner)).status).toBe(404)
  })

  it('TAG-36 tags move within their category and to another', async () => {
    const make = async (name: string) =>
      (await test.succeed(contract.createTagCategory, { body: { name } }, fixture.owner)).id
    const [left, right] = [await make('左'), await make('右')]
    for (const name of ['a', 'b', 'c']) await createTag(name, { tag_category_id: left })
    const move = (src: number, from: number, des: number, to: number) =>
      test.call(
        contract.moveTag,
        { body: { src_category_id: src, src_tag_index: from, des_category_id: des, des_tag_index: to } },
        fixture.owner,
      )
    const names = async (id: number) =>
      (await allTags())
        .filter((one) => one.tag_category_id === id)
        .map((one) => `${one.display_order}${one.name}`)
        .join(' ')
    await move(left, 0, left, 2)
    expect(await names(left)).toBe('0b 1c 2a')
    await move(left, 1, right, 9)
    expect([await names(left), await names(right)]).toEqual(['0b 1a', '0c'])
    await move(right, 0, left, 1)
    expect([await names(left), await names(right)]).toEqual(['0b 1c 2a', ''])
    expect((await move(right, 0, left, 0)).error).toBe('E_CONFLICT')
    expect((await move(left, 0, 2_000_000_000, 0)).status).toBe(404)
  })

  it('TAG-24 TAG-34 TAG-35 lists the passages of a folder or file, and the count per tag', async () => {
    await mark([await range(1, '現在'), await range(0, '本日'), await range(0, 'お時間')])
    const params = { projectId: fixture.folder.projectId }
    const query = { project_file_id: fixture.file.id }
    const rows = await test.succeed(contract.listTagBlocks, { params, query }, fixture.viewer)
    expect(rows.map(({ transcript_block }) => transcript_block.text)).toEqual(['本日', 'お時間', '現在'])
    expect(rows[0]).toMatchObject({
      count: 3,
      project_file: { id: fixture.file.id, project_id: fixture.folder.projectId },
      tag: { id: tag.id, name: tag.name, appearance: tag.appearance },
      speaker: { id: fixture.speakerIds[0] },
    })
    const usages = await test.succeed(contract.listTagUsages, { params, query }, fixture.viewer)
    expect(usages).toEqual([{ tag_id: tag.id, count: 3 }])
    const all = await test.succeed(contract.listTagBlocks, { params, query: { tag_id: tag.id } }, fixture.viewer)
    expect(all).toHaveLength(3)
    expect((await test.call(contract.listTagBlocks, { params, query }, fixture.stranger)).status).toBe(404)
    expect((await test.call(contract.listTagUsages, { params, query }, fixture.stranger)).status).toBe(404)
  })

  it('RT-08 publishes changes of tags to the file and to the members of the workspace', async () => {
    await createTag('告知')
    const [people, file] = await events('project.category_tag_updated')
    expect(people).toMatchObject({
      data: { project_id: null },
      channels: expect.arrayContaining([userChannel(fixture.viewer.id)]) as string[],
    })
    expect(file).toMatchObject({
      data: { project_id: fixture.folder.projectId },
      channels: [fileChannel(fixture.file.id)],
    })
  })
})

describe('rights', () => {
  it('viewers can read but not change tags, strangers get 404', async () => {
    const one = await range(0, '本日')
    expect(await mark([one], fixture.viewer)).toMatchObject({ status: 403, error: 'E_FORBIDDEN' })
    expect(await mark([one], fixture.stranger)).toMatchObject({ status: 404 })
    const create = (as: Caller) =>
      test.call(contract.createTag, { params: ofFile(), body: { name: '無断' } }, as).then(({ status }) => status)
    expect([await create(fixture.viewer), await create(fixture.stranger)]).toEqual([403, 404])
    const update = { params: ofFile(), body: { tagId: tag.id, name: '無断' } }
    expect((await test.call(contract.updateTag, update, fixture.viewer)).status).toBe(403)
    const own = await createEditingFixture(test)
    const theirs = { params: { fileId: own.file.id }, body: { tagId: tag.id, name: '無断' } }
    expect((await test.call(contract.updateTag, theirs, own.owner)).status).toBe(404)
  })

  it('PERM-28 owner, manager and editors of a file, guests too, change colour and name of its tags; viewers do not', async () => {
    const manager = await createMember(test.db, fixture.owner, ROLE.manager)
    const [editing, viewing] = [
      await createMember(test.db, fixture.owner, ROLE.guest),
      await createMember(test.db, fixture.owner, ROLE.guest),
    ]
    await assign(test.db, fixture.file, editing, ROLE.editor)
    await assign(test.db, fixture.file, viewing, ROLE.viewer)
    await mark([await range(0, '本日')])
    const names = ['所有者', '管理者', '編集者', 'ゲスト']
    for (const [index, as] of [fixture.owner, manager, fixture.editor, editing].entries()) {
      const body = { tagId: tag.id, name: names[index], appearance: `#00000${index}` }
      const { status, body: changed } = await test.call(contract.updateTag, { params: ofFile(), body }, as)
      expect([status, changed.name, changed.appearance]).toEqual([200, names[index], `#00000${index}`])
      expect((await allTags(as)).find(({ id }) => id === tag.id)?.can.edit).toBe(true)
    }
    for (const as of [fixture.viewer, viewing]) {
      const body = { tagId: tag.id, name: '無断' }
      expect((await test.call(contract.updateTag, { params: ofFile(), body }, as)).error).toBe('E_FORBIDDEN')
    }
    expect((await allTags()).find(({ id }) => id === tag.id)).toMatchObject({ name: 'ゲスト', appearance: '#000003' })
  })

  it('a guest sees the tags of visible files and their own, and changes those of files that they edit', async () => {
    const guest = await createMember(test.db, fixture.owner, ROLE.guest)
    const read = await createFixtureFile(test, people)
    await assign(test.db, fixture.file, guest, ROLE.editor)
    await assign(test.db, read.file, guest, ROLE.viewer)
    const [unused, elsewhere] = [await createTag('社外秘の案件名'), await createTag('閲覧のみ')]
    await mark([await range(0, '本日')])
    const here = fixture
    fixture = read
    await mark([await range(0, '本日', { tag_id: elsewhere.id })])
    fixture = here
    const made = await createTag('ゲストのタグ', {}, guest)
    const known = (await allTags(guest)).map(({ id, can }) => [id, can.edit])
    expect(known).toEqual([
      [tag.id, true],
      [elsewhere.id, false],
      [made.id, true],
    ])
    const categories = await test.succeed(contract.listTagCategories, {}, guest)
    expect(categories.map(({ can }) => can.edit)).toEqual([false])
    const rename = (tagId: number) =>
      test
        .call(contract.updateTag, { params: ofFile(), body: { tagId, name: '改名' } }, guest)
        .then(({ status }) => status)
    expect(await Promise.all([made, tag, elsewhere, unused].map(({ id }) => rename(id)))).toEqual([200, 200, 403, 404])
    expect((await test.call(contract.createTagCategory, { body: { name: '分類' } }, guest)).status).toBe(403)
    expect((await mark([await range(1, '現在', { tag_id: unused.id })], guest)).status).toBe(422)
  })
})
