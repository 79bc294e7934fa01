// The deal of the sample in a local installation: the workspace of the sample account is connected to the stand-in portal,
// and the recording is registered with a deal of its customer.
import { addWrittenDeal, type WrittenValue } from '../crm/add-written-deal.ts'
import { connectTrialPortal } from '../crm/connect-trial-portal.ts'
import { withPortal } from '../crm/connection/with-portal.ts'
import { readMaster } from '../crm/deals/read-master.ts'
import { SAMPLE_DEAL } from '../crm/stand-in/seed/deals.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { openForUser } from '../transcripts/open-for-user.ts'
import { findStoredBlocks } from '../transcripts/store/blocks.ts'
import { DEAL_VALUES } from './sample-deal.ts'
import { findSample, isDemo } from './store.ts'

async function readSample(trx: Trx, fileId: number) {
  const sample = await findSample(trx, fileId)
  if (!sample || !(await isDemo(trx, sample.userId))) return null
  const opened = await openForUser(trx, sample.userId, sample.transcriptId, { needsSession: false })
  if (!opened) return null
  const { actor, editing } = opened
  const file = { ...editing.file, workspace_id: editing.workspaceId }
  return { file, actor, blocks: await findStoredBlocks(trx, sample.transcriptId, 'all') }
}

/**
 * Only for the sample account. Does nothing if its workspace is connected to a portal of HubSpot, or HubSpot is configured. A
 * call that stopped after it had connected the stand-in is continued by the next one.
 */
export async function addSampleDeal(app: App, fileId: number): Promise<void> {
  const sample = app.config.demo ? await app.db.transaction().execute((trx) => readSample(trx, fileId)) : null
  if (!sample) return
  const { file, actor, blocks } = sample
  const portalId = await connectTrialPortal(app, { workspaceId: file.workspace_id, userId: actor.id })
  if (portalId === null) return
  const names = ['dealname', 'pipeline', 'dealstage', ...DEAL_VALUES.map(({ property }) => property)]
  // Reads and stores what the portal defines: labels of pipeline and stage are shown from it.
  const { data: master } = await readMaster(app, file.workspace_id)
  const labels = new Map(master.properties.map(({ name, label }) => [name, label]))
  const deal = await withPortal(app, file.workspace_id, ({ api }) => api.readDeal(SAMPLE_DEAL, names))
  const values = DEAL_VALUES.flatMap(({ property: name, reason, quote }): WrittenValue[] => {
    const block = blocks.find(({ content }) => content.includes(quote))
    const value = deal.properties[name]
    return block && value
      ? [{ name, label: labels.get(name) ?? name, value, reason: reason[actor.locale], block, quote }]
      : []
  })
  const { dealname, pipeline, dealstage } = deal.properties
  await app.db.transaction().execute((trx) =>
    addWrittenDeal(trx, {
      file,
      userId: actor.id,
      portalId,
      deal: { id: deal.id, name: dealname ?? '', pipeline: pipeline ?? null, stage: dealstage ?? null },
      values,
    }),
  )
}
