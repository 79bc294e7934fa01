import {
  CRM_DEAL_REASON,
  CRM_DISCONNECTED_REASON,
  CRM_UNAVAILABLE_REASON,
  CRM_WAIT_REASON,
} from '@kaiwa/contract/crm-words.ts'
import { Refusal } from '../../platform/refusal.ts'
import { HubspotFailure } from '../provider/hubspot-api.ts'
import { Disconnected } from './refresh.ts'

function unavailable(reason: string, seconds: number | null): Refusal {
  return new Refusal('E_UNAVAILABLE', { reason }, seconds === null ? {} : { 'retry-after': String(Math.ceil(seconds)) })
}

/** What the caller of an operation is told about a failed call of HubSpot. Refused values and other errors stay as they are. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Disconnected) return new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
  if (!(error instanceof HubspotFailure)) return error
  switch (error.kind) {
    case 'unauthorized':
    case 'forbidden':
      return new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
    case 'missing':
      return new Refusal('E_NOT_FOUND', { reason: CRM_DEAL_REASON })
    case 'wait':
      return unavailable(CRM_WAIT_REASON, error.retryAfter ?? 1)
    case 'unavailable':
      return unavailable(CRM_UNAVAILABLE_REASON, error.retryAfter)
    case 'invalid':
      return error
  }
}
