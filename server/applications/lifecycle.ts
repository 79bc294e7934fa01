// The lifecycle of a request. An operator decides once; a request with payment by card is approved when the card is
// registered. Until then the operator may withdraw the approval.
import type { RequestStatus } from '@kaiwa/contract/applications.ts'

const transitions: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  created: ['wait-setup', 'approved', 'rejected'],
  'wait-setup': ['approved', 'rejected'],
  approved: [],
  rejected: [],
}

export function canBecome(from: RequestStatus, to: RequestStatus): boolean {
  return transitions[from].includes(to)
}
