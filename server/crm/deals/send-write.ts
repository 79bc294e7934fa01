import { CRM_REFUSED_REASON } from '@kaiwa/contract/crm-words.ts'
import type { App } from '../../platform/app.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Portal } from '../connection/with-portal.ts'
import { HubspotFailure, type ProviderDeal } from '../provider/hubspot-api.ts'
import type { SentWrite } from './begin-write.ts'
import { fieldOf, type Values } from './check-properties.ts'
import { recordFailed, recordWritten } from './end-write.ts'
import { hasArrived } from './has-arrived.ts'
import { readMaster } from './read-master.ts'

function refusedValues({ refused, message }: HubspotFailure): Refusal {
  const names = Object.keys(refused)
  // HubSpot may refuse a write without naming a property: its text belongs to the write as a whole.
  const messages = names.length > 0 ? refused : { '': message }
  const fields = names.length > 0 ? names.map(fieldOf) : ['properties']
  const errors = Object.fromEntries(fields.map((field) => [field, ['incorrect' as const]]))
  return new Refusal('E_UNPROCESSABLE_ENTITY', { ...invalid(errors).details, reason: CRM_REFUSED_REASON, messages })
}

interface Sending {
  portal: Portal
  /** As it was read before. */
  deal: ProviderDeal
  sent: SentWrite
  values: Values
  renew: () => Promise<void>
}

/** Whether HubSpot may have carried out the call that failed with this error. */
function mayHaveArrived(error: unknown): boolean {
  return error instanceof HubspotFailure && error.kind === 'unavailable'
}

/** The deal if the lost write can be seen in it; null if HubSpot does not answer, or it has not arrived so far. */
async function findArrived({ portal, deal, sent }: Sending): Promise<ProviderDeal | null> {
  try {
    const now = await portal.api.readDeal(deal.id, Object.keys(deal.properties))
    return hasArrived(sent.properties, now) ? now : null
  } catch {
    return null
  }
}

/** Sends the values once and ends the write. If its answer is lost and the deal does not show it, the row stays `sending`. */
export async function sendWrite(app: App, sending: Sending): Promise<ProviderDeal> {
  const { portal, deal, sent, values, renew } = sending
  let answer: ProviderDeal
  try {
    await renew()
    answer = await portal.api.updateDeal(deal.id, Object.fromEntries(values))
  } catch (error) {
    if (!mayHaveArrived(error)) {
      await recordFailed(app, sent.id)
      if (!(error instanceof HubspotFailure) || error.kind !== 'invalid') throw error
      // A property or an option may have gone: the next dialog shows the portal as it is.
      await readMaster(app, sent.workspace_id, { force: true }).catch(() => undefined)
      throw refusedValues(error)
    }
    const arrived = await findArrived(sending)
    if (!arrived) throw error
    answer = arrived
  }
  // A merge between reading and writing: HubSpot answers with the new id.
  const written = { ...answer, properties: { ...deal.properties, ...Object.fromEntries(values), ...answer.properties } }
  await recordWritten(app, sent, written)
  return written
}
