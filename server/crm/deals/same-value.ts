// Values of a property as texts: HubSpot may store another text than it was sent. Pure.

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** An instant without empty milliseconds, and a list in any order. */
function comparable(value: string): string {
  if (INSTANT.test(value)) return String(Date.parse(value))
  return value.includes(';') ? value.split(';').toSorted().join(';') : value
}

/** Null and an empty text are a property without a value. */
export function isSameValue(a: string | null, b: string | null): boolean {
  const [one, other] = [a ?? '', b ?? '']
  return one === other || comparable(one) === comparable(other)
}
