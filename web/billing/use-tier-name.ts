import { useTranslation } from 'react-i18next'
import type { ja } from './texts.ja.ts'

/** The display name of a tier of plans; a name without a text is shown as it is. */
export function useTierName(): (name: string) => string {
  const { t, i18n } = useTranslation('billing')
  const isKnown = (name: string): name is keyof typeof ja.plans => i18n.exists(`billing:plans.${name}`)
  return (name) => (isKnown(name) ? t(`plans.${name}`) : name)
}
