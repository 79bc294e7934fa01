/**
 * The query without `success` (UI-10), which only marks the origin of a navigation; null when the query does not
 * contain it.
 */
export function withoutSuccess(search: string): string | null {
  const query = new URLSearchParams(search)
  if (!query.has('success')) return null
  query.delete('success')
  const rest = query.toString()
  return rest && `?${rest}`
}
