import type { ProviderDeal } from '../provider/hubspot-api.ts'
import { valueOf } from './present-deal.ts'
import type { WrittenProperty } from './store/writes.ts'

/**
 * Whether HubSpot has carried out a write whose answer was lost, judged by the deal as it is now. HubSpot writes all values
 * or none, so that one value from before means that nothing was written. Somebody may have changed others since.
 */
export function hasArrived(
  properties: readonly Pick<WrittenProperty, 'name' | 'before' | 'after'>[],
  deal: Pick<ProviderDeal, 'properties'>,
): boolean {
  const changes = properties.filter(({ before, after }) => (before ?? '') !== after)
  const current = changes.map(({ name, before, after }) => ({ now: valueOf(deal, name) ?? '', before: before ?? '', after }))
  return (
    current.every(({ now, before }) => now !== before) &&
    (current.length === 0 || current.some(({ now, after }) => now === after))
  )
}
