// Whether a proposed value is the expected one of a call.
import { checkValue } from '@kaiwa/deals/check-value.ts'
import type { Property } from '@kaiwa/deals/property.ts'
import type { Call } from './crm-calls.ts'
import { PORTALS, RECORDED } from './crm-portal.ts'

/** A text must contain the expected words; any other value must be equal in the form that HubSpot stores. */
export function isExpected(property: Property, { language, expected }: Call, value: string): boolean {
  const wanted = expected.get(property.name)
  if (wanted === undefined) return false
  if (property.type === 'string') return value.toLowerCase().includes((wanted.stored || wanted.spoken).toLowerCase())
  // A day becomes an instant in the time zone of the portal.
  const stored = checkValue(property, PORTALS[language], wanted.stored, RECORDED[language])
  return 'value' in stored && stored.value === value
}
