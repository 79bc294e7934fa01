import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { NO_SPEAKER } from '@kaiwa/contract/report-pairs.ts'
import { fileAddress } from '../files/file-address.ts'
import { writeView } from './analysis-parameters.ts'

/** URL of the Talk tab of a file, at a speaker if one is given; null is an unknown speaker. */
export function talkAddress(file: Pick<ProjectFile, 'id' | 'project_id'>, speaker?: number | null): string {
  const search = writeView(new URLSearchParams({ tab: 'parse' }), 'talk')
  if (speaker !== undefined) search.set('speaker', String(speaker ?? NO_SPEAKER))
  return `${fileAddress(file)}?${search}`
}

/** The speaker of such a URL; undefined without one. */
export function talkSpeakerOf(search: URLSearchParams): number | null | undefined {
  const text = search.get('speaker') ?? ''
  if (text === String(NO_SPEAKER)) return null
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}
