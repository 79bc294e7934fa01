/** The query without `success` (UI-10), which only told where one comes from; null where there is none to strip. */
export const withoutSuccess = (search: string): string | null => {
  const query = new URLSearchParams(search)
  if (!query.has('success')) return null
  query.delete('success')
  const rest = query.toString()
  return rest && `?${rest}`
}
