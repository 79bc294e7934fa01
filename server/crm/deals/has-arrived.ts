import type { ProviderDeal } from '../provider/hubspot-api.ts'
import { valueOf } from './present-deal.ts'
import { isSameValue } from './same-value.ts'
import type { WrittenProperty } from './store/writes.ts'

/**
 * Whether HubSpot has carried out a write whose answer was lost, judged by the deal as it is now. HubSpot writes all values
 * or none, so that one value from before means that nothing was written. Other values may have changed since.
 */
export function hasArrived(
  properties: readonly Pick<WrittenProperty, 'name' | 'before' | 'after'>[],
  deal: Pick<ProviderDeal, 'properties'>,
): boolean {
  const changes = properties.filter(({ before, after }) => !isSameValue(before, after))
  return (
    changes.every(({ name, before }) => !isSameValue(valueOf(deal, name), before)) &&
    (changes.length === 0 || changes.some(({ name, after }) => isSameValue(valueOf(deal, name), after)))
  )
}
