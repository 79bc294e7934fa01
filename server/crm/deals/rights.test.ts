// Rights on the deal of a file, and their changes with the file.
import * as contract from '@kaiwa/contract/crm-deals.ts'
import { getCrmMaster, listCrmDeals } from '@kaiwa/contract/crm.ts'
import { deleteFiles } from '@kaiwa/contract/files.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { restoreItems } from '@kaiwa/contract/trash.ts'
import { moveItems } from '@kaiwa/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockFile } from '../../files/store/files.ts'
import type { Trx } from '../../platform/database/database.ts'
import { atOnce } from '../../test/at-once.ts'
import { createCrmFixture, type CrmFixture, writeDeal } from '../../test/factories/crm.ts'
import { assign, createFolder, rootOf } from '../../test/factories/items.ts'
import { createMember, type TestUser } from '../../test/factories/users.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let hubspot: HubspotServer
let test: TestApp
let fixture: CrmFixture
beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  test = await openTestApp({ env: hubspot.env })
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  fixture = await createCrmFixture(test, hubspot)
  await write(fixture.editor)
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})

function write(as: TestUser) {
  return writeDeal(test, { dealId: fixture.dealId, fileId: fixture.file.id, properties: { kadai: '議事録' } }, as)
}

const calls: Record<string, (as: TestUser) => Promise<{ status: number; error: string | undefined }>> = {
  master: (as) => test.call(getCrmMaster, { query: { projectFileId: fixture.file.id } }, as),
  deals: (as) => test.call(listCrmDeals, { query: { projectFileId: fixture.file.id } }, as),
  deal: (as) =>
    test.call(
      contract.getCrmDeal,
      { params: { dealId: fixture.dealId }, query: { projectFileId: fixture.file.id } },
      as,
    ),
  write,
  history: (as) => test.call(contract.listCrmWrites, { params: { projectFileId: fixture.file.id }, query: {} }, as),
  removal: (as) => test.call(contract.removeCrmFileDeal, { params: { projectFileId: fixture.file.id } }, as),
}

/** Returns the ids of the items in the trash. */
async function trash(): Promise<number[]> {
  const { folder, file, owner } = fixture
  const input = { params: { projectId: folder.projectId }, query: { 'ids[]': [file.id] } }
  return (await test.succeed(deleteFiles, input, owner)).trashed_item_ids
}

function readFile(as: TestUser) {
  return test.call(contract.getCrmFileDeal, { params: { projectFileId: fixture.file.id } }, as)
}

describe.each(Object.keys(calls))('%s', (name) => {
  it('is for people who may edit the file', async () => {
    const guest = await createMember(test.db, fixture.owner, ROLE.guest)
    const editingGuest = await createMember(test.db, fixture.owner, ROLE.guest)
    await assign(test.db, fixture.file, editingGuest, ROLE.editor)
    const manager = await createMember(test.db, fixture.owner, ROLE.manager)
    const viewingGuest = await createMember(test.db, fixture.owner, ROLE.guest)
    await assign(test.db, fixture.folder, viewingGuest, ROLE.viewer)
    const call = calls[name]!
    for (const person of [fixture.editor, editingGuest, manager, fixture.owner])
      expect((await call(person)).status).toBe(200)
    for (const person of [fixture.viewer, viewingGuest])
      expect(await call(person)).toMatchObject({ status: 403, error: 'E_FORBIDDEN' })
    for (const person of [guest, fixture.stranger])
      expect(await call(person)).toMatchObject({ status: 404, error: 'E_NOT_FOUND' })
  })

  it('ends with the right to see the file', async () => {
    const call = calls[name]!
    const person = await createMember(test.db, fixture.owner, ROLE.guest)
    await assign(test.db, fixture.folder, person, ROLE.editor)
    expect((await call(person)).status).toBe(200)
    const hidden = await createFolder(test.db, rootOf(fixture.owner), { creator: fixture.owner })
    const move = {
      params: { id: fixture.folder.itemId, destinationId: hidden.itemId },
      body: { target_item_ids: [fixture.file.itemId] },
    }
    expect((await test.call(moveItems, move, fixture.owner)).status).toBe(200)
    expect((await call(person)).error).toBe('E_NOT_FOUND')
    expect((await call(fixture.owner)).status).toBe(200)
  })

  it('is refused while the file is in the trash', async () => {
    await trash()
    expect((await calls[name]!(fixture.owner)).error).toBe('E_NOT_FOUND')
  })
})

describe('a write that waits for the file', () => {
  it.each([
    ['the membership', 'E_NOT_FOUND'],
    ['the session', 'E_INVALID_ACCESS_TOKEN'],
    ['the connection', 'E_CONFLICT'],
  ])('is not sent when %s ends during the wait', async (ending, error) => {
    const manager = await createMember(test.db, fixture.owner, ROLE.manager)
    hubspot.calls.length = 0
    const holding = async (trx: Trx) => {
      await lockFile(trx, fixture.file.id)
      if (ending === 'the membership')
        await trx.deleteFrom('workspace_members').where('user_id', '=', manager.id).execute()
      else if (ending === 'the session') await trx.deleteFrom('sessions').where('user_id', '=', manager.id).execute()
      else await trx.deleteFrom('crm_connections').where('workspace_id', '=', fixture.owner.workspaceId).execute()
    }
    const { answers, waited } = await atOnce(test.db, holding, [() => write(manager)])
    expect([answers[0]?.error, waited]).toEqual([error, 1])
    expect(hubspot.calls.filter((call) => call.startsWith('PATCH '))).toEqual([])
  })
})

describe('the portal without a file', () => {
  it('is for the owner and managers of the workspace', async () => {
    const manager = await createMember(test.db, fixture.owner, ROLE.manager)
    const without = { query: {} }
    for (const person of [fixture.owner, manager]) {
      expect((await test.call(getCrmMaster, without, person)).status).toBe(200)
      expect((await test.call(listCrmDeals, without, person)).status).toBe(200)
    }
    for (const person of [fixture.editor, fixture.viewer])
      expect(await test.call(listCrmDeals, without, person)).toMatchObject({ status: 403, error: 'E_FORBIDDEN' })
    expect(await test.call(getCrmMaster, without, fixture.stranger)).toMatchObject({
      status: 409,
      body: { reason: 'crm.disconnected' },
    })
  })
})

describe('the deal of a file', () => {
  it('CRM-11 has a link for people who may edit the file, while its portal is connected', async () => {
    const urlFor = async (person: TestUser) => (await readFile(person)).body.deal?.url
    expect(await urlFor(fixture.editor)).toContain(`/${fixture.dealId}`)
    expect(await urlFor(fixture.viewer)).toBeNull()
    await test.db
      .updateTable('crm_connections')
      .set({ problem: 'revoked' })
      .where('workspace_id', '=', fixture.owner.workspaceId)
      .execute()
    expect(await urlFor(fixture.editor)).toBeNull()
  })

  it('is shown to who sees the file, without actions', async () => {
    const { body } = await readFile(fixture.viewer)
    expect(body).toMatchObject({
      deal: { deal_name: '株式会社アオゾラ製作所', pipeline_label: '新規営業', url: null },
      written: [{ name: 'kadai', value: '議事録' }],
      can: { edit: false },
    })
    expect((await readFile(fixture.stranger)).error).toBe('E_NOT_FOUND')
  })

  it('returns the format of written values to viewers, who may not read the portal', async () => {
    const properties = { dealstage: 'contractsent', amount: '3500000' }
    const base = { dealstage: 'appointmentscheduled' }
    await writeDeal(test, { dealId: fixture.dealId, fileId: fixture.file.id, properties, base }, fixture.editor)
    const { written, portal } = (await readFile(fixture.viewer)).body
    expect(written).toMatchObject([
      { name: 'amount', value: '3500000', format: { type: 'number', options: [], isCurrency: true } },
      {
        name: 'dealstage',
        value: 'contractsent',
        format: { type: 'enumeration', options: [{ value: 'contractsent', label: '最終交渉' }] },
      },
      { name: 'kadai' },
      { name: 'pipeline', value: 'default', format: { options: [{ value: 'default', label: '新規営業' }] } },
    ])
    expect(portal).toEqual({ time_zone: 'Asia/Tokyo', currency: 'JPY' })
  })

  it('is kept by a file that was restored from the trash', async () => {
    const ids = await trash()
    expect((await readFile(fixture.editor)).error).toBe('E_NOT_FOUND')
    expect((await test.call(restoreItems, { body: { item_ids: ids } }, fixture.owner)).status).toBe(200)
    expect((await readFile(fixture.editor)).body.deal?.deal_id).toBe(fixture.dealId)
  })
})
