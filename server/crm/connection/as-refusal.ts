import {
  CRM_DEAL_REASON,
  CRM_DISCONNECTED_REASON,
  CRM_FORBIDDEN_REASON,
  CRM_UNAVAILABLE_REASON,
  CRM_WAIT_REASON,
} from '@kaiwa/contract/crm-words.ts'
import { Refusal } from '../../platform/refusal.ts'
import { HubspotFailure } from '../provider/hubspot-api.ts'
import { Disconnected } from './refresh.ts'

/** Retry-After where HubSpot names no time. */
const WAIT_SECONDS = 1
const UNAVAILABLE_SECONDS = 5

function unavailable(reason: string, seconds: number): Refusal {
  return new Refusal('E_UNAVAILABLE', { reason }, { 'retry-after': String(Math.max(Math.ceil(seconds), 1)) })
}

/**
 * The refusal that the caller of an operation gets for a failed call of HubSpot. Refused values, which only a write has, and
 * other errors are returned unchanged.
 */
export function asRefusal(error: unknown): unknown {
  if (error instanceof Disconnected) return new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
  if (!(error instanceof HubspotFailure)) return error
  switch (error.kind) {
    case 'unauthorized':
    case 'forbidden':
      return new Refusal('E_CONFLICT', { reason: CRM_DISCONNECTED_REASON })
    case 'denied':
      return new Refusal('E_FORBIDDEN', { reason: CRM_FORBIDDEN_REASON })
    case 'missing':
      return new Refusal('E_NOT_FOUND', { reason: CRM_DEAL_REASON })
    case 'wait':
      return unavailable(CRM_WAIT_REASON, error.retryAfter ?? WAIT_SECONDS)
    case 'unavailable':
      return unavailable(CRM_UNAVAILABLE_REASON, error.retryAfter ?? UNAVAILABLE_SECONDS)
    case 'invalid':
      return error
  }
}
