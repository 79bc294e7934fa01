import type { PortalSettings, ValueFormat } from '@kaiwa/deals/property.ts'
import { showValue } from '@kaiwa/deals/show-value.ts'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../platform/dates.ts'
import { currentLanguage } from '../platform/i18n.ts'
import type { Master } from './queries.ts'

export function settingsOf({ time_zone: timeZone, currency }: Pick<Master, 'time_zone' | 'currency'>): PortalSettings {
  return { timeZone, currency }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/
/** Values of several options. */
const LIST = /^[^\s;]+(?:;[^\s;]+)+$/

/** A stored value whose property is not known: its form shows only yes or no, dates and lists. */
function readable(value: string, yesNo: Readonly<Record<string, string>>): string {
  if (DAY.test(value)) return value.replaceAll('-', '/')
  if (INSTANT.test(value)) return formatDateTime(value)
  return yesNo[value] ?? (LIST.test(value) ? value.replaceAll(';', '; ') : value)
}

/** A stored value as people read it; 'No value' for none. Labels of options are shown where the property is known. */
export function useValueText() {
  const { t } = useTranslation('crm')
  const yesNo = { true: t('yes'), false: t('no') }
  return (format: ValueFormat | null | undefined, settings: PortalSettings | null, value: string | null): string => {
    const shown =
      format && settings ? showValue(format, settings, value, currentLanguage()) : readable(value ?? '', yesNo)
    return shown === '' ? t('noValue') : shown
  }
}
