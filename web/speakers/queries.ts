// Speakers of a folder. The names in a transcript come with the transcript; this list is loaded to choose among all
// speakers, and after names have changed.
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallInput } from '../platform/call-types.ts'

export function speakersQuery(projectId: number) {
  return queryOptions({
    queryKey: ['speakers', projectId],
    queryFn: ({ signal }) => call('listProjectSpeakers', { params: { projectId } }, { signal }),
  })
}

/** Reloads a folder's speakers for all components. A running request may be older than the change: one more follows it. */
export async function refreshSpeakers(client: QueryClient, projectId: number): Promise<Speaker[]> {
  const query = speakersQuery(projectId)
  const running = client.getQueryCache().find({ queryKey: query.queryKey, fetchStatus: 'fetching' })
  await running?.promise?.catch(() => undefined)
  return client.fetchQuery({ ...query, staleTime: 0 })
}

export type FolderSpeakersQuery = NonNullable<CallInput<'listFolderSpeakers'>['query']>

/** A page of a folder's speakers with their figures. */
export function folderSpeakersQuery(projectId: number, query: FolderSpeakersQuery) {
  return queryOptions({
    queryKey: ['speakers', 'folder', projectId, query],
    queryFn: ({ signal }) => call('listFolderSpeakers', { params: { projectId }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function refreshFolderSpeakers(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['speakers', 'folder'] })
}

export interface SpeakerFields {
  name: string
  description: string
  /** Null keeps the picture. */
  picture: File | null
}

export function updateSpeaker(speakerId: number, { name, description, picture }: SpeakerFields): Promise<Speaker> {
  const form = new FormData()
  form.set('name', name.trim())
  form.set('description', description.trim())
  if (picture) form.set('file', picture)
  return call('updateSpeaker', { params: { speakerId } }, { form })
}

/** The source of a new speaker: a file (for its folder) or a folder. */
export type SpeakerSource = { fileId: number } | { projectId: number }

/** Creates a speaker of a folder with a name, then sets description and picture if given. */
export async function createSpeaker(source: SpeakerSource, fields: SpeakerFields): Promise<Speaker> {
  const body = { name: fields.name.trim() }
  const speaker =
    'fileId' in source
      ? await call('createFileSpeaker', { params: source, body })
      : await call('createProjectSpeaker', { params: source, body })
  return fields.description.trim() || fields.picture ? updateSpeaker(speaker.id, fields) : speaker
}
