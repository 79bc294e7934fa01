import type { getCrmFileDeal as contract } from '@kaiwa/contract/crm-deals.ts'
import { presentPerson } from '../../accounts/person.ts'
import { chooseModelOf, counterOf } from '../../assistant/get-assistant.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findConnectedPortal } from '../connection/is-connected.ts'
import { findLastGeneration } from '../generate/present-generation.ts'
import { openCrmFile } from '../open-file.ts'
import { findProvider } from '../provider/provider.ts'
import { formatOf, labelsOf } from './master-data.ts'
import * as policy from './policy.ts'
import { findDealOfFile } from './store/deals.ts'
import { findMaster } from './store/master.ts'
import { findLastValues } from './store/history.ts'

/** Reads the database only: a portal that does not answer does not delay the page of a file. */
export const getCrmFileDeal: Handler<typeof contract> = async ({ params }, { app, actor }) => {
  const { db } = app
  const file = await openCrmFile(db, actor, params.projectFileId)
  const [portalId, deal, counter, choice] = await Promise.all([
    findConnectedPortal(app, file.workspace_id),
    findDealOfFile(db, file.id),
    counterOf(db, file.workspace_id),
    chooseModelOf(app, db, actor),
  ])
  const mayEdit = policy.edit(file).allowed && portalId !== null
  const isReachable = deal !== undefined && deal.portal_id === portalId
  const [master, written, generation, provider] = await Promise.all([
    isReachable ? findMaster(db, file.workspace_id) : null,
    deal
      ? findLastValues(db, { fileId: file.id, portalId: deal.portal_id, dealId: deal.deal_id, isShortened: true })
      : [],
    portalId === null ? null : findLastGeneration(db, actor, { fileId: file.id, portalId }),
    isReachable && mayEdit ? findProvider(app) : null,
  ])
  return {
    is_connected: portalId !== null,
    deal: deal
      ? {
          deal_name: deal.deal_name,
          hubspot_id: deal.portal_id,
          deal_id: deal.deal_id,
          ...labelsOf(master?.data ?? { pipelines: [] }, deal),
          url: provider?.dealUrl(deal.portal_id, deal.deal_id) ?? null,
          registered_by: presentPerson(deal.registered_by),
          registered_at: deal.registered_at.toISOString(),
        }
      : null,
    written: written.map(({ name, label, after, is_shortened, written_at }) => ({
      name,
      label,
      value: after,
      is_shortened,
      written_at: written_at.toISOString(),
      format: master ? formatOf(master.data, name, after) : null,
    })),
    portal: master ? { time_zone: master.data.time_zone, currency: master.data.currency } : null,
    generation,
    note: 'note' in choice ? choice.note : null,
    ...counter,
    can: { edit: mayEdit },
  }
}
