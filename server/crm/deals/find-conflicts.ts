// Compares a deal with what the person saw of it. Pure.
import type { ProviderDeal } from '../provider/hubspot-api.ts'
import type { Values } from './check-properties.ts'
import { valueOf } from './present-deal.ts'
import { isSameValue } from './same-value.ts'

type Seen = Readonly<Record<string, string | null>>

export interface Conflict {
  name: string
  /** The value that the person saw. */
  base: string | null
  /** The value at HubSpot. */
  current: string | null
}

function read(seen: Seen, name: string): string | null {
  return (Object.hasOwn(seen, name) && seen[name]) || null
}

/**
 * Properties with another value at HubSpot than the person saw. It is no conflict if the value is already what is being
 * written, or if the person has decided to overwrite exactly this value. The pipeline or stage that was added to the
 * selection counts as seen, unless `base` names it.
 */
export function findConflicts(
  deal: ProviderDeal,
  { values, chosen, base, overwrite }: { values: Values; chosen: ReadonlySet<string>; base: Seen; overwrite: Seen },
): Conflict[] {
  return [...values].flatMap(([name, value]): Conflict[] => {
    const current = valueOf(deal, name)
    const seen = chosen.has(name) || Object.hasOwn(base, name) ? read(base, name) : current
    const isResolved = Object.hasOwn(overwrite, name) && isSameValue(read(overwrite, name), current)
    return isSameValue(current, seen) || isSameValue(current, value) || isResolved
      ? []
      : [{ name, base: seen, current }]
  })
}
