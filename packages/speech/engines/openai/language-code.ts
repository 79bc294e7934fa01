const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** English names of all two-letter codes, in lower case. */
const codes = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code): [string, string][] => {
      const name = names.of(code)
      return name ? [[name.toLowerCase(), code]] : []
    }),
)

/** Converts `japanese`, `ja` or `ja-JP` to `ja`; null when it is not a language. Servers use any of these forms. */
export function languageCode(answer: string | null | undefined): string | null {
  const given = answer?.trim().toLowerCase() ?? ''
  const short = /^([a-z]{2})(-|$)/.exec(given)?.[1]
  if (short) return [...codes.values()].includes(short) ? short : null
  return codes.get(given) ?? null
}
