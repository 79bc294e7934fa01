// Requests that wait for a file's row lock while their caller loses the required rights.
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { deleteDraft, saveDraft } from '@kaiwa/contract/drafts.ts'
import * as files from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { emptyTrash } from '@kaiwa/contract/trash.ts'
import { changeSection } from '@kaiwa/contract/sections.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../platform/database/database.ts'
import { atOnce } from '../test/at-once.ts'
import { createEditingFixture, readFixture, saved, type EditingFixture } from '../test/factories/editing-fixture.ts'
import { createMember, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { lockFile } from '../files/store/files.ts'
import { lockTree } from '../tree/store/items.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
})
afterAll(() => test.close())

function at({ file }: EditingFixture) {
  return { projectId: file.projectId, fileId: file.id }
}

type Ending = (trx: Trx, person: TestUser) => Promise<unknown>
const endings: Record<string, [Ending, string]> = {
  'the workspace role': [
    (trx, { id }) =>
      trx.updateTable('workspace_members').set({ role_id: ROLE.guest }).where('user_id', '=', id).execute(),
    'E_NOT_FOUND',
  ],
  'the membership': [
    (trx, { id }) => trx.deleteFrom('workspace_members').where('user_id', '=', id).execute(),
    'E_NOT_FOUND',
  ],
  'the session': [
    (trx, { id }) => trx.deleteFrom('sessions').where('user_id', '=', id).execute(),
    'E_INVALID_ACCESS_TOKEN',
  ],
}
const itemRole: Ending = (trx, { id }) => trx.deleteFrom('item_roles').where('user_id', '=', id).execute()

const UNPLACED = { speaker_id: null, section_name: null, previous: null }

type Call = (fixture: EditingFixture, person: TestUser) => Promise<{ status: number; error?: string | undefined }>
const edits: Record<string, Call> = {
  save: async (fixture, person) => {
    const { blocks, revision } = await readFixture(test, fixture)
    const body = { blocks: [saved(blocks[0]!, { content: '遅れて届いた文' })], revision }
    return test.call(saveBlocks, { params: { id: fixture.transcriptId }, body }, person)
  },
  draft: async (fixture, person) => {
    const { blocks, revision } = await readFixture(test, fixture)
    const put = [{ ...saved(blocks[0]!, { content: '遅れて届いた文' }), ...UNPLACED }]
    const params = { id: fixture.transcriptId, lockVersion: 1 }
    return test.call(saveDraft, { params, body: { revision, since: 0, key: 'late', put } }, person)
  },
  'deletion of a draft': (fixture, person) =>
    test.call(deleteDraft, { params: { id: fixture.transcriptId, lockVersion: 1 } }, person),
  'request for the lock': (fixture, person) => test.call(requestLock, { params: at(fixture), body: {} }, person),
  'change of a section': async (fixture, person) => {
    const { blocks } = await readFixture(test, fixture)
    return test.call(changeSection, { body: { block_uuid: blocks[0]!.uuid, section_name: '議題' } }, person)
  },
}
const runs: Record<string, Call> = {
  retry: (fixture, person) => test.call(files.retryFile, { params: at(fixture), body: {} }, person),
  redo: (fixture, person) => test.call(files.redoFile, { params: at(fixture) }, person),
  'change of the language': (fixture, person) =>
    test.call(files.changeLanguage, { params: at(fixture), body: { language: 'en' } }, person),
  cancel: (fixture, person) => test.call(files.cancelFile, { params: at(fixture) }, person),
}

async function runDuringWait(fixture: EditingFixture, person: TestUser, end: Ending, call: Call) {
  const hold = async (trx: Trx) => {
    await lockFile(trx, fixture.file.id)
    await end(trx, person)
  }
  const { answers, waited } = await atOnce(test.db, hold, [() => call(fixture, person)])
  return { error: answers[0]?.error, waited }
}

describe.each(Object.entries({ ...edits, ...runs }))('a %s that waits for the file', (_name, call) => {
  it.each(Object.entries(endings))('is refused when %s ends during the wait', async (_ending, [end, error]) => {
    const fixture = await createEditingFixture(test)
    const manager = await createMember(test.db, fixture.owner, ROLE.manager)
    // A retry needs a file whose processing was cancelled.
    if (call === runs['retry'])
      await test.db.updateTable('files').set({ status: 'canceled' }).where('id', '=', fixture.file.id).execute()
    expect(await runDuringWait(fixture, manager, end, call)).toEqual({ error, waited: 1 })
  })
})

it.each(Object.entries(edits))(
  'a %s that waits for the file is refused when the role on the folder ends during the wait',
  async (_name, call) => {
    const fixture = await createEditingFixture(test)
    expect(await runDuringWait(fixture, fixture.editor, itemRole, call)).toEqual({ error: 'E_FORBIDDEN', waited: 1 })
  },
)

it('emptying the trash is refused when the caller stops being a manager during the wait', async () => {
  const fixture = await createEditingFixture(test)
  const manager = await createMember(test.db, fixture.owner, ROLE.manager)
  const hold = async (trx: Trx) => {
    await lockTree(trx, fixture.owner.workspaceId)
    await trx.updateTable('workspace_members').set({ role_id: ROLE.member }).where('user_id', '=', manager.id).execute()
  }
  const { answers } = await atOnce(test.db, hold, [() => test.call(emptyTrash, {}, manager)])
  expect(answers[0]?.error).toBe('E_FORBIDDEN')
})
