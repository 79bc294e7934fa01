import { planNameIn } from '@kaiwa/contract/plan-names.ts'
import { useTranslation } from 'react-i18next'

/** Display names of tiers in the language of the page. */
export function usePlanName(): (name: string) => string {
  const { i18n } = useTranslation()
  return (name) => planNameIn(i18n.language === 'en' ? 'en' : 'ja', name)
}
