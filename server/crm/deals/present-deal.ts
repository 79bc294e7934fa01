import type { CrmDeal } from '@kaiwa/contract/crm-deals.ts'
import { NAME_PROPERTY, PIPELINE_PROPERTY, STAGE_PROPERTY } from '@kaiwa/contract/crm-words.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import type { MasterData } from './master-data.ts'
import { isSameValue } from './same-value.ts'
import { findLastValues } from './store/history.ts'

/** HubSpot returns an empty text or null for a property without a value. */
export function valueOf(deal: Pick<ProviderDeal, 'properties'>, name: string): string | null {
  return (Object.hasOwn(deal.properties, name) && deal.properties[name]) || null
}

/** The fields of a deal that Kaiwa stores. */
export function shownPartsOf(deal: Pick<ProviderDeal, 'properties'>) {
  return {
    deal_name: valueOf(deal, NAME_PROPERTY) ?? '',
    pipeline: valueOf(deal, PIPELINE_PROPERTY),
    stage: valueOf(deal, STAGE_PROPERTY),
  }
}

/** Properties that a deal is read with. */
export function namesToRead(data: Pick<MasterData, 'properties'>, others: readonly string[] = []): string[] {
  const names = data.properties.map(({ name }) => name)
  return [...new Set([NAME_PROPERTY, PIPELINE_PROPERTY, STAGE_PROPERTY, ...names, ...others])]
}

interface Shown {
  data: MasterData
  /** The caller may edit it. */
  fileId: number
  url: string
}

/** A value has a reason if it is still what was written from this file. */
export async function presentDeal(db: Db | Trx, deal: ProviderDeal, { data, fileId, url }: Shown): Promise<CrmDeal> {
  const written = await findLastValues(db, { fileId, portalId: data.hubspot_id, dealId: deal.id })
  const last = new Map(written.map((value) => [value.name, value]))
  const { deal_name, pipeline, stage } = shownPartsOf(deal)
  return {
    id: deal.id,
    name: deal_name,
    properties: Object.fromEntries(
      data.properties.map(({ name }) => {
        const value = valueOf(deal, name)
        const sent = last.get(name)
        return [name, { value, reason: sent && isSameValue(sent.after, value) ? sent.reason : null }]
      }),
    ),
    pipeline,
    dealstage: stage,
    createdAt: deal.createdAt,
    updatedAt: deal.updatedAt,
    url,
  }
}
