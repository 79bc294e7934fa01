import type { updateCrmDeal as contract } from '@kaiwa/contract/crm-deals.ts'
import { CRM_DISCONNECTED_REASON, CRM_WRITE_KEY_REASON } from '@kaiwa/contract/crm-words.ts'
import type { OperationArguments } from '@kaiwa/contract/operation.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { evidenceOf } from '../generate/present-generation.ts'
import { findConnectedPortal } from '../connection/is-connected.ts'
import { lockCrmFileForEdit } from '../open-file.ts'
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import type { Values } from './check-properties.ts'
import type { MasterData } from './master-data.ts'
import { valueOf } from './present-deal.ts'
import { insertWrite, type WriteRow, type WrittenProperty } from './store/writes.ts'

interface Begun {
  actor: Actor
  /** As the call names it. */
  dealId: string
  body: OperationArguments<typeof contract>['body']
  hash: Buffer
  workspaceId: number
  portalId: string
  deal: ProviderDeal
  values: Values
  data: MasterData
}

/**
 * A generated value that was written as it was proposed keeps its reason and evidence. One that a person has corrected has
 * neither: the quotes support the proposal, not the correction.
 */
async function propertiesOf(
  trx: Trx,
  { actor, dealId, portalId, body, deal, values, data }: Begun,
): Promise<WrittenProperty[]> {
  const generated =
    body.generation_id === null
      ? null
      : await evidenceOf(trx, {
          actorId: actor.id,
          fileId: body.projectFileId,
          portalId,
          // A merge moves the generation, too.
          dealIds: [dealId, deal.id],
          generationId: body.generation_id,
        })
  const labels = new Map(data.properties.map(({ name, label }) => [name, label]))
  return [...values].map(([name, after]) => {
    const proposed = generated?.get(name)
    const isProposed = proposed !== undefined && proposed.value !== null && proposed.value === after
    return {
      name,
      label: labels.get(name) ?? name,
      before: valueOf(deal, name),
      after,
      reason: isProposed ? proposed.reason : null,
      evidence: isProposed ? proposed.evidence : [],
    }
  })
}

/** The ticked properties that the portal defines. */
function selectionOf({ body, values, data }: Begun): string[] {
  const known = new Set(data.properties.map(({ name }) => name))
  return [...new Set(body.setting_properties ?? values.keys())].filter((name) => known.has(name))
}

export type SentWrite = Pick<
  WriteRow,
  'id' | 'workspace_id' | 'file_id' | 'portal_id' | 'written_by' | 'created_at' | 'properties'
>

/** Commits the row of the history before HubSpot is called, with the rights of now. */
export function beginWrite({ config, db }: Pick<App, 'config' | 'db'>, begun: Begun): Promise<SentWrite> {
  const { body, hash, portalId, deal } = begun
  return db.transaction().execute(async (trx) => {
    const { actor, file } = await lockCrmFileForEdit({ config, db: trx }, begun.actor, body.projectFileId)
    const { workspace_id } = file
    if (
      workspace_id !== begun.workspaceId ||
      (await findConnectedPortal({ config, db: trx }, workspace_id)) !== portalId
    )
      throw new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
    const write = { workspace_id, file_id: file.id, portal_id: portalId, written_by: actor.id }
    const properties = await propertiesOf(trx, { ...begun, actor })
    const row = await insertWrite(trx, {
      ...write,
      write_key: body.write_key,
      content_hash: hash,
      deal_id: deal.id,
      deal_name: valueOf(deal, 'dealname') ?? '',
      properties,
      selection: body.is_save_property ? selectionOf(begun) : null,
    })
    if (row === null) throw new Refusal('E_CONFLICT', { reason: CRM_WRITE_KEY_REASON })
    return { ...write, ...row, properties }
  })
}
