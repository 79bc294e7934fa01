import type { ProjectFile } from '@kaiwa/contract/files.ts'

/** URL of a file's page, optionally with a hit or a search (WS-28). `seconds` is a time in the recording. */
export function fileAddress(
  { project_id, id }: Pick<ProjectFile, 'project_id' | 'id'>,
  { search = '', block = '', seconds = null }: { search?: string; block?: string; seconds?: number | null } = {},
): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('search', search)
  if (block !== '') query.set('block', block)
  if (seconds !== null) query.set('t', String(seconds))
  const written = query.toString()
  return `/projects/${project_id}/files/${id}${written && `?${written}`}`
}
