import { randomUUID } from 'node:crypto'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { fileChannel, folderChannel } from '@kaiwa/contract/channels.ts'
import { listTranscriptHistory } from '@kaiwa/contract/history.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import * as contract from '@kaiwa/contract/speakers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../test/test-calls.ts'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  type EditingFixture,
} from '../test/factories/editing-fixture.ts'
import { assign, createFile, createFolder, rootOf } from '../test/factories/items.ts'
import { createTranscript } from '../test/factories/transcripts.ts'
import { createMember } from '../test/factories/users.ts'
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
  await test.db.deleteFrom('events').execute()
})
afterAll(() => test.close())

function read() {
  return readFixture(test, fixture)
}

async function blockSpeakers() {
  return (await read()).blocks.map(({ speaker_id }) => speaker_id)
}

function fileParams() {
  return { projectId: fixture.file.projectId, fileId: fixture.file.id }
}

function lock(as: Caller) {
  return test.succeed(requestLock, { params: fileParams(), body: {} }, as)
}

async function guestOf(item: { itemId: number }, role: typeof ROLE.editor | typeof ROLE.viewer) {
  const guest = await createMember(test.db, fixture.owner, ROLE.guest)
  await assign(test.db, item, guest, role)
  return guest
}

function create(name: string, as: Caller = fixture.owner) {
  return test.call(contract.createFileSpeaker, { params: { fileId: fixture.file.id }, body: { name } }, as)
}

async function change(index: number, speaker_id: number, more = {}, as: Caller = fixture.owner) {
  const block_uuid = (await read()).blocks[index]?.uuid ?? ''
  return test.call(contract.changeBlockSpeaker, { body: { block_uuid, speaker_id, type: 'individual', ...more } }, as)
}

function events() {
  return test.db
    .selectFrom('events')
    .select(['data', 'channels'])
    .where('type', '=', 'block.speaker_changed')
    .orderBy('id')
    .execute()
}

describe('the speaker of blocks', () => {
  it('SPK-05 SPK-07 SPK-41 individual changes this block and the given child blocks', async () => {
    const [a, b] = fixture.speakerIds as [number, number]
    const { blocks } = await read()
    const answer = await change(0, b)
    expect(answer.body).toEqual({ block_ids: [blocks[0]?.id], added_speaker_ids: [] })
    expect(await blockSpeakers()).toEqual([b, b, a, b, a, b])
    await change(2, b, { child_block_uuids: [blocks[4]?.uuid] })
    expect(await blockSpeakers()).toEqual([b, b, b, b, b, b])
  })

  it('SPK-06 multi changes all blocks of that speaker in the file, and in no other file', async () => {
    const [a, b] = fixture.speakerIds as [number, number]
    const other = await createFixtureFile(test, people)
    await change(0, b, { type: 'multi' })
    expect(await blockSpeakers()).toEqual([b, b, b, b, b, b])
    expect((await readFixture(test, other)).blocks.map(({ speaker_id }) => speaker_id)).not.toContain(b)
    expect(a).not.toBe(b)
  })

  it('SPK-09 a block with a section name becomes a break', async () => {
    const [, b] = fixture.speakerIds as [number, number]
    const block_uuid = (await read()).blocks[2]?.uuid ?? ''
    await test.succeed(changeSection, { body: { block_uuid, section_name: '章' } }, fixture.owner)
    await change(2, b)
    expect((await read()).blocks[2]).toMatchObject({ speaker_id: b, is_break: true, section_name: '章' })
  })

  it('SPK-41 returns which speaker is new in the file', async () => {
    const { body } = await create('佐藤')
    expect((await change(0, body.id)).body.added_speaker_ids).toEqual([body.id])
    expect((await change(1, body.id)).body.added_speaker_ids).toEqual([])
  })

  it('RT-10 RT-16 is published on the channels of file and folder', async () => {
    const [, b] = fixture.speakerIds as [number, number]
    const { body } = await change(0, b)
    const { revision } = await read()
    expect(await events()).toMatchObject([
      {
        data: { speaker_id: b, block_ids: body.block_ids, revision, transcript_id: fixture.transcriptId },
        channels: [folderChannel(fixture.file.projectId), fileChannel(fixture.file.id)],
      },
    ])
  })

  it('EDIT-43 EDIT-45 is refused for others during an edit, and allowed for the editor', async () => {
    const [, b] = fixture.speakerIds as [number, number]
    await lock(fixture.owner)
    expect(await change(0, b, {}, fixture.editor)).toMatchObject({ status: 409, error: 'E_LOCKED' })
    expect((await change(0, b)).status).toBe(200)
  })

  it('SPK-10 is refused without permission, and for unknown speakers and blocks', async () => {
    const [, b] = fixture.speakerIds as [number, number]
    expect((await change(0, b, {}, fixture.viewer)).status).toBe(403)
    expect((await change(0, b, {}, fixture.stranger)).status).toBe(404)
    expect(await change(0, 2_000_000_000)).toMatchObject({ status: 422, errors: { speaker_id: ['incorrect'] } })
    expect((await change(0, b, { block_uuid: randomUUID() })).status).toBe(404)
    expect((await change(0, b, { child_block_uuids: [randomUUID()] })).status).toBe(404)
    expect((await blockSpeakers())[0]).toBe(fixture.speakerIds[0])
  })
})

describe('speakers', () => {
  it('SPK-25 SPK-36 SPK-37 are created by hand, in a folder or from one of its files', async () => {
    const params = { projectId: fixture.folder.projectId }
    const { status, body } = await test.call(
      contract.createProjectSpeaker,
      { params, body: { name: '  田中 ' } },
      fixture.editor,
    )
    expect([status, body]).toEqual([
      201,
      {
        id: body.id,
        name: '田中',
        description: null,
        avatar: null,
        is_manual: true,
        project_ids: [fixture.folder.projectId],
        pivot: { speaker_id: body.id, project_id: fixture.folder.projectId },
        project_file_ids: [],
        last_edited_at: null,
        can: { edit: true, merge: true },
      },
    ])
    expect((await create('鈴木', fixture.editor)).body.project_ids).toEqual([fixture.folder.projectId])
    for (const as of [fixture.viewer, fixture.stranger])
      expect([(await create('無断', as)).status]).toEqual([as === fixture.viewer ? 403 : 404])
  })

  it('SPK-34 SPK-35 are listed for all visible folders or for one', async () => {
    const elsewhere = await createFolder(test.db, rootOf(fixture.owner), { creator: fixture.owner })
    const file = await createFile(test.db, elsewhere, { creator: fixture.owner })
    const { speakerIds } = await createTranscript(test.db, file, { blocks: 2 })
    const all = (await test.succeed(contract.listSpeakers, {}, fixture.owner)).map(({ id }) => id)
    expect(all).toEqual(expect.arrayContaining([...speakerIds, ...fixture.speakerIds]))
    const params = { projectId: elsewhere.projectId }
    const one = await test.succeed(contract.listProjectSpeakers, { params }, fixture.owner)
    expect(one.map(({ id }) => id).toSorted()).toEqual(speakerIds.toSorted())
    expect(await test.succeed(contract.listSpeakers, {}, fixture.stranger)).not.toContainEqual(
      expect.objectContaining({ id: speakerIds[0] }),
    )
  })

  it('SPK-25 are included in every block, with only the block’s own file and folder', async () => {
    const [a] = fixture.speakerIds as [number, number]
    const sizeOfSpeaker = async () => JSON.stringify((await read()).blocks[0]?.speaker).length
    const alone = await sizeOfSpeaker()
    for (let n = 0; n < 3; n += 1) {
      const file = await createFile(test.db, fixture.folder, { creator: fixture.owner })
      const { transcriptId } = await createTranscript(test.db, file, { blocks: 1 })
      await test.db.updateTable('blocks').set({ speaker_id: a }).where('transcript_id', '=', transcriptId).execute()
    }
    const params = { projectId: fixture.folder.projectId }
    const listed = await test.succeed(contract.listProjectSpeakers, { params }, fixture.owner)
    expect(listed.find(({ id }) => id === a)?.project_file_ids).toHaveLength(4)
    expect((await read()).blocks[0]?.speaker).toMatchObject({
      id: a,
      project_ids: [fixture.folder.projectId],
      project_file_ids: [fixture.file.id],
    })
    expect(await sizeOfSpeaker()).toBe(alone)
  })

  it('SPK-20 PERM-27 PERM-30 show what their reader may do with them: everyone of the folder edits, editors merge', async () => {
    const manual = (await create('手動')).body.id
    const [diarised] = fixture.speakerIds as [number, number]
    const params = { projectId: fixture.folder.projectId }
    const canOf = async (as: Caller) => {
      const list = await test.succeed(contract.listProjectSpeakers, { params }, as)
      return [manual, diarised].map((id) => list.find((one) => one.id === id)?.can)
    }
    for (const as of [fixture.owner, fixture.editor])
      expect(await canOf(as)).toEqual([
        { edit: true, merge: true },
        { edit: true, merge: false },
      ])
    const inFolder = await guestOf(fixture.folder, ROLE.viewer)
    for (const as of [fixture.viewer, inFolder])
      expect(await canOf(as)).toEqual([
        { edit: true, merge: false },
        { edit: true, merge: false },
      ])
    // Guests of single files do not share the folder. Editors of the file edit its speakers.
    const ofFile = { edit: false, merge: false }
    expect(await canOf(await guestOf(fixture.file, ROLE.viewer))).toEqual([undefined, ofFile])
    expect(await canOf(await guestOf(fixture.file, ROLE.editor))).toEqual([undefined, { ...ofFile, edit: true }])
  })

  it('are published on the channels of the folder and its files', async () => {
    const announced = () =>
      test.db.selectFrom('events').select(['data', 'channels']).where('type', '=', 'speakers.changed').execute()
    const { id } = (await create('佐藤')).body
    const channels = [folderChannel(fixture.folder.projectId)]
    expect(await announced()).toEqual([{ data: { speaker_ids: [id] }, channels }])
  })
})

describe('merging', () => {
  const merge = (target: number, destination: number, more = {}, as: Caller = fixture.owner) =>
    test.call(
      contract.mergeSpeakers,
      {
        body: {
          project_id: fixture.folder.projectId,
          target_speaker_id: target,
          destination_speaker_id: destination,
          ...more,
        },
      },
      as,
    )
  const spoken = async (name: string) => {
    const { id } = (await create(name)).body
    await change(0, id)
    return id
  }

  it('SPK-20 SPK-21 SPK-40 keeps the target and removes the merged speaker', async () => {
    const [a] = fixture.speakerIds as [number, number]
    const manual = await spoken('同じ人')
    const { status, body } = await merge(a, manual)
    expect([status, body.success, body.speaker.id]).toEqual([200, true, a])
    expect((await blockSpeakers())[0]).toBe(a)
    const left = await test.succeed(contract.listSpeakers, {}, fixture.owner)
    expect(left.map(({ id }) => id)).not.toContain(manual)
    const history = await test.succeed(
      listTranscriptHistory,
      { params: { id: fixture.transcriptId }, query: {} },
      fixture.owner,
    )
    expect(history.data[0]).toMatchObject({ kind: 'merge', changed: 1 })
  })

  it('SPK-20 merges only manual speakers, never the target itself', async () => {
    const [a, b] = fixture.speakerIds as [number, number]
    const manual = await spoken('手動')
    expect(await merge(a, b)).toMatchObject({ status: 422, errors: { destination_speaker_id: ['incorrect'] } })
    expect((await merge(manual, manual)).status).toBe(422)
    expect((await blockSpeakers())[0]).toBe(manual)
  })

  it('SPK-40 is limited to one file if it is given: elsewhere the speaker remains', async () => {
    const [a] = fixture.speakerIds as [number, number]
    const manual = await spoken('二つの会議に出た人')
    const here = fixture
    fixture = await createFixtureFile(test, people)
    await change(1, manual)
    await merge(a, manual, { project_file_id: here.file.id })
    expect((await blockSpeakers())[1]).toBe(manual)
    fixture = here
    expect((await blockSpeakers())[0]).toBe(a)
  })

  it('EDIT-44 is refused while someone else edits one of the files', async () => {
    const [a] = fixture.speakerIds as [number, number]
    const manual = await spoken('編集中の人')
    await lock(fixture.editor)
    expect(await merge(a, manual)).toMatchObject({ status: 409, error: 'E_LOCKED' })
    expect((await blockSpeakers())[0]).toBe(manual)
    expect((await merge(a, manual, {}, fixture.editor)).status).toBe(200)
  })

  it('is refused without permission, and for unknown speakers', async () => {
    const [a] = fixture.speakerIds as [number, number]
    const manual = await spoken('触れない人')
    expect((await merge(a, manual, {}, fixture.viewer)).status).toBe(403)
    expect((await merge(a, manual, {}, fixture.stranger)).status).toBe(404)
    expect((await merge(a, 2_000_000_000)).status).toBe(404)
    expect((await merge(a, manual, { project_file_id: 2_000_000_000 })).status).toBe(404)
    expect((await blockSpeakers())[0]).toBe(manual)
  })

  it('PERM-30 from a file, removes no speaker from a folder in which the actor is not editor', async () => {
    const [a] = fixture.speakerIds as [number, number]
    const elsewhere = await createFolder(test.db, rootOf(fixture.owner), { creator: fixture.owner })
    const theirs = await test.succeed(
      contract.createProjectSpeaker,
      { params: { projectId: elsewhere.projectId }, body: { name: '他のフォルダーの人' } },
      fixture.owner,
    )
    await merge(a, theirs.id, { project_file_id: fixture.file.id }, fixture.editor)
    const idsIn = async () =>
      (
        await test.succeed(contract.listProjectSpeakers, { params: { projectId: elsewhere.projectId } }, fixture.owner)
      ).map(({ id }) => id)
    expect(await idsIn()).toEqual([theirs.id])
    expect((await merge(a, theirs.id, {}, fixture.editor)).status).toBe(403)
    expect((await merge(a, theirs.id, { project_file_id: fixture.file.id })).status).toBe(200)
    expect(await idsIn()).toEqual([a])
  })

  it('EDIT-71 a save with the id of a merged speaker uses the target instead', async () => {
    const [a] = fixture.speakerIds as [number, number]
    const manual = await spoken('消える人')
    await merge(a, manual)
    await lock(fixture.owner)
    const block_uuid = (await read()).blocks[1]?.uuid ?? ''
    const body = { speaker: [{ block_uuid, speaker_id: manual }] }
    await test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body }, fixture.owner)
    expect((await blockSpeakers())[1]).toBe(a)
  })
})
