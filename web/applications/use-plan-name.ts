import { useTranslation } from 'react-i18next'

/** Names of plans in the reader's language; an unknown one is shown as it is. */
export function usePlanName(): (name: string) => string {
  const { t } = useTranslation('applications')
  const billing = useTranslation('billing').t
  return (name) => t('planOf', { name: billing(`plans.${name}` as 'plans.basic', { defaultValue: name }) })
}
