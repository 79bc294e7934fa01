import i18next from 'i18next'
import { toast } from './toasts.ts'

/**
 * Says that a part of the page did not come. A browser may remember that for as long as the page is open, and a new version
 * of the program no longer has the old one's parts: loading the page again helps against both.
 */
export const tellMissingPart = (): void => {
  const reload = { label: i18next.t('reload'), onAct: () => globalThis.location.reload() }
  toast.error(i18next.t('partMissing'), reload)
}
