import type { ProjectFile } from '@kaiwa/contract/files.ts'

/** The page of a file; a hit or a search goes with it (WS-28). `seconds` of the recording. */
export const fileAddress = (
  { project_id, id }: Pick<ProjectFile, 'project_id' | 'id'>,
  { search = '', block = '', seconds = null }: { search?: string; block?: string; seconds?: number | null } = {},
): string => {
  const query = new URLSearchParams()
  if (search !== '') query.set('search', search)
  if (block !== '') query.set('block', block)
  if (seconds !== null) query.set('t', String(seconds))
  const written = query.toString()
  return `/projects/${project_id}/files/${id}${written && `?${written}`}`
}
