// The entries of an application until it is sent. They are kept in this tab, also after a reload and after Previous.
import { tabStore } from '../platform/browser-storage.ts'
import { onSessionEnd } from '../platform/session.ts'

const KEY = 'kaiwa.subscription-request'

export interface Draft {
  values: Readonly<Record<string, string>>
  /** Identifies one application, so that a repeated call stores it once. A new one for each confirmed content. */
  requestId: string | null
}

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
  const stored = tabStore.readJson(KEY)
  return isDraft(stored) ? stored : null
}

export function writeDraft(next: Draft | null): void {
  tabStore.write(KEY, next && JSON.stringify(next))
}

// The entries are personal data of the person who signed out.
onSessionEnd(() => writeDraft(null))
