import { isLeavingGuarded } from '../platform/leave-guard.ts'

/**
 * Whether a reload would lose something: unsaved text, an upload, a recording. Asks those who would ask the person: their
 * listeners of `beforeunload` prevent it.
 */
export function losesWork(): boolean {
  return isLeavingGuarded() || !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
