import type { PortalSettings, Property } from '@kaiwa/deals/property.ts'
import { showValue } from '@kaiwa/deals/show-value.ts'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../platform/i18n.ts'
import type { Master } from './queries.ts'

export function settingsOf({ time_zone: timeZone, currency }: Master): PortalSettings {
  return { timeZone, currency }
}

/** A stored value as people read it; 'No value' for none. Without its property it is shown as it is stored. */
export function useValueText() {
  const { t } = useTranslation('crm')
  return (property: Property | undefined, settings: PortalSettings | null, value: string | null): string => {
    const shown = property && settings ? showValue(property, settings, value, currentLanguage()) : (value ?? '')
    return shown === '' ? t('noValue') : shown
  }
}
