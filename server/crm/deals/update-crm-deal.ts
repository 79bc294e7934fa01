// Writes values to a deal. The order matters: rights, values, the repeated call, the deal as it is now, conflicts, the
// committed row of the history, HubSpot, the end of the row. After an interruption the row says what was sent, and the deal
// says whether it arrived.
import { createHash } from 'node:crypto'
import type { updateCrmDeal as contract } from '@kaiwa/contract/crm-deals.ts'
import { CRM_CHANGED_REASON, CRM_DISCONNECTED_REASON, CRM_WRITE_KEY_REASON } from '@kaiwa/contract/crm-words.ts'
import type { OperationArguments } from '@kaiwa/contract/operation.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { type Portal, withPortal } from '../connection/with-portal.ts'
import { openCrmFileForEdit, recheckPortalFor } from '../open-file.ts'
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import { beginWrite } from './begin-write.ts'
import { checkProperties, completeStage, type Values } from './check-properties.ts'
import { type Deadline, pleaseWait, withDeadline } from './deadline.ts'
import { settleWrites } from './end-write.ts'
import { findConflicts } from './find-conflicts.ts'
import { followMerge } from './follow-merge.ts'
import { withLockedDeal } from './lock-deal.ts'
import { namesToRead, presentDeal } from './present-deal.ts'
import { readDeal } from './read-deal.ts'
import { type Master, readMaster } from './read-master.ts'
import { sendWrite } from './send-write.ts'
import { findUnansweredWrites, findWrite, type WriteRow } from './store/writes.ts'

type Body = OperationArguments<typeof contract>['body']

/** Milliseconds of a whole call, and of its last part: sending the values and reading HubSpot's answer. */
const LIMIT_MS = { call: 50_000, send: 25_000 }
const LOCK_PATIENCE_MS = 25_000

/** Hash of the content of the call: the same key with other content is another write. */
function hashOf(actor: Pick<Actor, 'id'>, dealId: string, body: Body): Buffer {
  const content = [actor.id, dealId, body.projectFileId, Object.entries(body.properties).toSorted()]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

/** Reads the portal again before a value is refused: the copy may be older than the property. */
async function checkValues(app: App, workspaceId: number, body: Body): Promise<{ master: Master; values: Values }> {
  const copy = await readMaster(app, workspaceId)
  const first = checkProperties(copy.data, body.properties)
  if ('values' in first) return { master: copy, values: first.values }
  const master = await readMaster(app, workspaceId, { force: true })
  const checked = checkProperties(master.data, body.properties)
  if ('errors' in checked) throw invalid(checked.errors)
  return { master, values: checked.values }
}

interface Call {
  app: App
  actor: Actor
  dealId: string
  body: Body
  hash: Buffer
  workspaceId: number
  deadline: Deadline
  /** Nothing is sent when less than this is left. */
  sendMs: number
}

/** The write of an earlier call with the same key; refuses if it is another one. */
async function findRepeated({ app, workspaceId, body, hash }: Call): Promise<WriteRow | undefined> {
  const row = await findWrite(app.db, { workspaceId, writeKey: body.write_key })
  if (row && !row.content_hash.equals(hash)) throw new Refusal('E_CONFLICT', { reason: CRM_WRITE_KEY_REASON })
  return row
}

interface Locked {
  portal: Portal
  deal: ProviderDeal
  renew: () => Promise<void>
  master: Master
  values: Values
}

/** The caller holds the lock of the deal. Returns the deal after the write. */
async function writeLocked(call: Call, { portal, deal, renew, master, values: given }: Locked) {
  const { app, actor, dealId, body, workspaceId, hash, deadline, sendMs } = call
  const { portalId } = portal
  if (master.data.hubspot_id !== portalId) throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
  // Rights may have ended while others wrote, and HubSpot took its time: conflicts show values.
  await recheckPortalFor(app, actor, { fileId: body.projectFileId, workspaceId, portalId })
  await followMerge(app, { workspaceId, portalId, from: dealId, to: deal.id })
  await settleWrites(app, { portalId, dealIds: [dealId, deal.id], deal, contentHash: hash })
  const repeated = await findRepeated(call)
  if (repeated?.status === 'written') return { deal, writeId: repeated.id }
  const completed = completeStage(master.data, given, deal)
  if ('errors' in completed) throw invalid(completed.errors)
  const { values } = completed
  const { base, overwrite } = body
  const conflicts = findConflicts(deal, { values, chosen: new Set(given.keys()), base, overwrite })
  if (conflicts.length > 0) throw new Refusal('E_CONFLICT', { reason: CRM_CHANGED_REASON, conflicts })
  if (deadline.left() < sendMs) throw pleaseWait(5)
  const sent = await beginWrite(app, { ...call, portalId, deal, values, data: master.data })
  return { deal: await sendWrite(app, { portal, deal, sent, values, renew }), writeId: sent.id }
}

async function update(call: Call) {
  const { app, actor, dealId, body, workspaceId, deadline, sendMs } = call
  const earlier = await findRepeated(call)
  if (earlier?.status === 'written') {
    const { deal, data, url } = await readDeal(app, workspaceId, earlier.deal_id)
    await recheckPortalFor(app, actor, { fileId: body.projectFileId, workspaceId, portalId: data.hubspot_id })
    return { deal: await presentDeal(app.db, deal, { data, fileId: earlier.file_id, url }), write_id: earlier.id }
  }
  const { master, values } = await checkValues(app, workspaceId, body)
  const { deal, writeId, url } = await withPortal(app, workspaceId, async (portal) => {
    const unanswered = await findUnansweredWrites(app.db, { portalId: portal.portalId, dealIds: [dealId] })
    const sentNames = unanswered.flatMap(({ properties }) => properties.map(({ name }) => name))
    const names = namesToRead(master.data, sentNames)
    const patience = Math.min(LOCK_PATIENCE_MS, deadline.left() - sendMs)
    return withLockedDeal(app, { portal, dealId, names, patience }, async ({ deal: read, renew }) => {
      const written = await writeLocked(call, { portal, deal: read, renew, master, values })
      return { ...written, url: portal.dealUrl(written.deal.id) }
    })
  })
  const shown = await presentDeal(app.db, deal, { data: master.data, fileId: body.projectFileId, url })
  return { deal: shown, write_id: writeId }
}

/** Limits: milliseconds of the call, and of its last part. */
export async function updateWithin(
  limit: typeof LIMIT_MS,
  { params: { dealId }, body }: OperationArguments<typeof contract>,
  { app, actor }: Pick<Call, 'app' | 'actor'>,
) {
  const { workspace_id: workspaceId } = await openCrmFileForEdit(app, actor, body.projectFileId)
  const call = { app, actor, dealId, body, workspaceId, hash: hashOf(actor, dealId, body), sendMs: limit.send }
  return withDeadline(app, (deadline) => update({ ...call, deadline }), limit.call)
}

export const updateCrmDeal: Handler<typeof contract> = (input, context) => updateWithin(LIMIT_MS, input, context)
