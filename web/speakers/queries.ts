// Speakers of a folder as the server lists them. The names on a transcript's lines come with the transcript; this list is
// asked for when somebody wants to choose among all, and when names have changed.
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallInput } from '../platform/operations.ts'

export const speakersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['speakers', projectId],
    queryFn: ({ signal }) => call('listProjectSpeakers', { params: { projectId } }, { signal }),
  })

/** Reads a folder's speakers anew, for everything that shows them. */
export const refreshSpeakers = (client: QueryClient, projectId: number): Promise<Speaker[]> =>
  client.fetchQuery({ ...speakersQuery(projectId), staleTime: 0 })

export type FolderSpeakersQuery = NonNullable<CallInput<'listFolderSpeakers'>['query']>

/** A page of a folder's speakers with their figures. */
export const folderSpeakersQuery = (projectId: number, query: FolderSpeakersQuery) =>
  queryOptions({
    queryKey: ['speakers', 'folder', projectId, query],
    queryFn: ({ signal }) => call('listFolderSpeakers', { params: { projectId }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const refreshFolderSpeakers = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['speakers', 'folder'] })

export interface SpeakerFields {
  name: string
  description: string
  /** Null: the picture stays as it is. */
  picture: File | null
}

export function updateSpeaker(speakerId: number, { name, description, picture }: SpeakerFields): Promise<Speaker> {
  const form = new FormData()
  form.set('name', name.trim())
  form.set('description', description.trim())
  if (picture) form.set('file', picture)
  return call('updateSpeaker', { params: { speakerId } }, { form })
}

/** Where a new speaker is made: a file, for its folder, or a folder. */
export type SpeakerSource = { fileId: number } | { projectId: number }

/** A new speaker of a folder. Its name alone makes it; the rest follows when there is any. */
export async function createSpeaker(source: SpeakerSource, fields: SpeakerFields): Promise<Speaker> {
  const body = { name: fields.name.trim() }
  const speaker =
    'fileId' in source
      ? await call('createFileSpeaker', { params: source, body })
      : await call('createProjectSpeaker', { params: source, body })
  return fields.description.trim() || fields.picture ? updateSpeaker(speaker.id, fields) : speaker
}
