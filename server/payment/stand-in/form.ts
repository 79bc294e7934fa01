// The encoding of requests to Stripe: `line_items[0][price_data][unit_amount]=1100`.

export type Form = string | Form[] | { [key: string]: Form }
type Fields = Record<string, Form>

function pathOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))]
}

function empty(): Fields {
  // Without a prototype: a field can have any name.
  return Object.create(null) as Fields
}

/** An object whose keys are 0, 1, 2 … is a list. */
function withLists(value: Form): Form {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, field]) => [key, withLists(field)] as const)
  if (entries.length > 0 && entries.every(([key], index) => key === String(index)))
    return entries.map(([, field]) => field)
  return Object.assign(empty(), Object.fromEntries(entries))
}

/** Decodes a query or a body. A list without indexes (`expand[]`) keeps only its last value. */
export function decodeForm(text: string): Fields {
  const form = empty()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    let at = form
    for (const part of path.slice(0, -1)) {
      const inner = at[part]
      at = typeof inner === 'object' && !Array.isArray(inner) ? inner : (at[part] = empty())
    }
    at[path.at(-1) || '0'] = value
  }
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, withLists(value)]))
}
