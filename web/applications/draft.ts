// The entries of an application until it is sent. They are kept in this tab, also after a reload and after Previous.
import { onSessionEnd } from '../platform/session.ts'

const KEY = 'kaiwa.subscription-request'

export interface Draft {
  values: Readonly<Record<string, string>>
  /** Identifies one application, so that a repeated call stores it once. A new one for each confirmed content. */
  requestId: string | null
}

let draft: Draft | null = null

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'values' in value &&
    typeof value.values === 'object' &&
    value.values !== null &&
    Object.values(value.values).every((one) => typeof one === 'string')
  )
}

export function readDraft(): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isDraft(stored) ? stored : draft
  } catch {
    // Storage may be forbidden; then the entries do not survive a reload.
    return draft
  }
}

export function writeDraft(next: Draft | null): void {
  draft = next
  try {
    if (next) sessionStorage.setItem(KEY, JSON.stringify(next))
    else sessionStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}

// The entries are personal data of the person who signed out.
onSessionEnd(() => writeDraft(null))
