import i18next from 'i18next'
import { toast } from './toasts.ts'

/**
 * Shows that a chunk failed to load. Browsers may cache this failure while the page is open, and a new version of the
 * program no longer has the old chunks; reloading the page helps in both cases.
 */
export function showChunkLoadError(): void {
  const reload = { label: i18next.t('reload'), onAct: () => globalThis.location.reload() }
  toast.error(i18next.t('partMissing'), reload)
}
