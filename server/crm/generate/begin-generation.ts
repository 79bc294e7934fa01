// Begins a generation: one at a time per person and file, counted as one chat, with or without a model. The caller holds the
// lock of the file. Consent and quota are checked under the lock of the workspace, so that two requests cannot both take its
// last chat.
import { CRM_GENERATING_REASON } from '@kaiwa/contract/crm-words.ts'
import type { Actor } from '../../accounts/actor.ts'
import { chooseModelOf } from '../../assistant/get-assistant.ts'
import { recordUsage } from '../../billing/record-usage.ts'
import { remainingChats } from '../../billing/remaining.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { CrmFile } from '../open-file.ts'
import { publishGeneration } from './end-generation.ts'
import { causeOf, keyOf } from './generation-keys.ts'
import { generationJob } from './jobs/generate.ts'
import { insertGeneration, type StoredDefinitions } from './store/generations.ts'
import { insertValues } from './store/values.ts'

interface Wanted {
  actor: Actor
  file: CrmFile
  portalId: string
  dealId: string
  definitions: StoredDefinitions
  /** Value of the deal as it was read. */
  previous: (property: string) => string | null
}

/** Returns the id. Refuses while another one is being written, and without a chat left. */
export async function beginGeneration(
  app: App,
  trx: Trx,
  { actor, file, portalId, dealId, definitions, previous }: Wanted,
): Promise<number> {
  const workspaceId = file.workspace_id
  const remain = await remainingChats(trx, workspaceId)
  const choice = await chooseModelOf(app, trx, actor)
  const model = 'model' in choice ? choice.model : null
  const id = await insertGeneration(trx, {
    workspace_id: workspaceId,
    file_id: file.id,
    portal_id: portalId,
    deal_id: dealId,
    requested_by: actor.id,
    model: model?.id ?? null,
    host: model?.host ?? null,
    locale: actor.locale,
    properties: definitions,
  })
  if (id === undefined) throw new Refusal('E_CONFLICT', { reason: CRM_GENERATING_REASON })
  if (remain < 1) throw new Refusal('WORKSPACE_EXCEED_MAX_USAGE_QUOTA', { reason: 'chat' })
  await insertValues(
    trx,
    id,
    definitions.properties.map(({ name }) => ({ property: name, previous: previous(name) })),
  )
  await recordUsage(trx, { workspaceId, userId: actor.id, kind: 'chat', amount: 1, cause: causeOf({ id }) })
  const data = { generation_id: id, workspace_id: workspaceId, user_id: actor.id }
  await app.jobs.send(trx, generationJob, data, { key: keyOf({ id }) })
  await publishGeneration(trx, { id, file_id: file.id, requested_by: actor.id })
  return id
}
