/** Prefecture, city, and the part of the address that the code determines, possibly empty. */
export type Place = readonly [prefecture: string, city: string, area: string]

/**
 * The file `/postal-codes/{three digits}.json`: the last four digits → places. Some codes have several places. The browser
 * looks codes up in it, so that the server does not learn which one is typed.
 */
export type PostalCodeFile = Record<string, Place[]>

export function postalCodeFileUrl(prefix: string): string {
  return `/postal-codes/${prefix}.json`
}
