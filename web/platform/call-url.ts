type Value = string | number | boolean | null | undefined

/**
 * The URL of a call: `callUrl('/items/{id}', { id: 7 }, { page: 2 })` is `/api/items/7?page=2`. Undefined, null and
 * empty values are omitted from the query; arrays repeat their key.
 */
export function callUrl(
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const one of (Array.isArray(value) ? value : [value]) as Value[])
      if (one !== undefined && one !== null && one !== '') search.append(key, String(one))
  const written = search.toString()
  return `/api${filled}${written && `?${written}`}`
}
