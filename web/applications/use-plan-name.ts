import { useTranslation } from 'react-i18next'
import { useTierName } from '../billing/use-tier-name.ts'

/** Names of plans in the reader's language: `ベーシックプラン`. */
export function usePlanName(): (name: string) => string {
  const { t } = useTranslation('applications')
  const tierName = useTierName()
  return (name) => t('planOf', { name: tierName(name) })
}
