import type { Consumable } from '@kaiwa/contract/consumables.ts'
import { useTranslation } from 'react-i18next'

/** Writes an amount with its unit: `130分`, `130 minutes`, `1 minute`. Storage has one decimal. */
export function useQuantity(): (what: Consumable, amount: number) => string {
  const { t, i18n } = useTranslation('payment')
  return (what, amount) =>
    t('points.quantity', {
      amount: amount.toLocaleString(i18n.language, { maximumFractionDigits: 1 }),
      unit: t(`points.${Math.abs(amount) === 1 ? 'oneUnit' : 'units'}.${what}`),
    })
}
