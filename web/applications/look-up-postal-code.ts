import { readPostalCode } from '@kaiwa/contract/company-fields.ts'
import { postalCodeFileUrl } from '@kaiwa/contract/postal-codes.ts'
import type { Place, PostalCodeFile } from '@kaiwa/contract/postal-codes.ts'

/**
 * The places of a postal code, in the file of its first three digits; empty for an unknown code. The browser's cache keeps
 * the file.
 */
export async function lookUpPostalCode(text: string): Promise<readonly Place[]> {
  const [prefix = '', rest = ''] = readPostalCode(text).value?.split('-') ?? []
  const response = await fetch(postalCodeFileUrl(prefix))
  if (!response.ok) throw new Error(`postal codes of ${prefix}: ${response.status}`)
  const file = (await response.json()) as PostalCodeFile
  return file[rest] ?? []
}

/** The entries of an address at this place. A street address that begins with the area is kept; a whole city has no area. */
export function addressAt([prefecture, city, area]: Place, typed: string) {
  return { prefecture, city, address_1: typed.startsWith(area) ? typed : area }
}
