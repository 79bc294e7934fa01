import type { generateCrmDeal as contract } from '@kaiwa/contract/crm-deals.ts'
import { CRM_DISCONNECTED_REASON, CRM_NOT_READY_REASON } from '@kaiwa/contract/crm-words.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { readableFile } from '../../summary/store/files.ts'
import { withDeadline } from '../deals/deadline.ts'
import { valueOf } from '../deals/present-deal.ts'
import { readDeal } from '../deals/read-deal.ts'
import { findConnectedPortal } from '../connection/is-connected.ts'
import { type CrmFile, lockCrmFileForEdit, openCrmFileForEdit } from '../open-file.ts'
import { beginGeneration } from './begin-generation.ts'
import { showGeneration } from './open-generation.ts'

function assertReady(file: CrmFile): void {
  if (!readableFile(file)) throw new Refusal('E_CONFLICT', { reason: CRM_NOT_READY_REASON })
}

/**
 * Deal and definitions are read before the transaction, because HubSpot may take its time. After its deadline nothing begins:
 * the person has been told that it failed.
 */
export const generateCrmDeal: Handler<typeof contract> = async ({ params, body }, { app, actor: caller }) => {
  const opened = await openCrmFileForEdit(app, caller, body.projectFileId)
  assertReady(opened)
  const { deal, data } = await withDeadline(app, () => readDeal(app, opened.workspace_id, params.dealId))
  const known = new Map(data.properties.map((property) => [property.name, property]))
  const selected = [...new Set(body.selectedProperties)].map((name) => known.get(name))
  const properties = selected.filter((property) => property !== undefined)
  if (properties.length < selected.length) throw invalid({ selectedProperties: ['incorrect'] })
  return app.db.transaction().execute(async (trx) => {
    const place = { config: app.config, db: trx }
    const { actor, file } = await lockCrmFileForEdit(place, caller, opened.id)
    assertReady(file)
    // The file may have moved to another workspace, and the workspace may have connected another portal.
    const portalId = await findConnectedPortal(place, file.workspace_id)
    if (file.workspace_id !== opened.workspace_id || portalId !== data.hubspot_id)
      throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
    const id = await beginGeneration(app, trx, {
      actor,
      file,
      portalId,
      // The id that the call names: a write with the same id finds the evidence.
      dealId: params.dealId,
      definitions: { settings: { timeZone: data.time_zone, currency: data.currency }, properties },
      previous: (name) => valueOf(deal, name),
    })
    return { success: true as const, generation: await showGeneration(trx, actor, id) }
  })
}
