import i18next from 'i18next'
import { formatDateTime } from '../../platform/dates.ts'

/** `録音 2026-11-27 19:30`: the title of a recording that begins now. A slash would divide a file name. */
export function defaultTitle(now = new Date()): string {
  return i18next.t('recording:finish.defaultTitle', { at: formatDateTime(now).replaceAll('/', '-') })
}
