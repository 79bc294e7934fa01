// Speakers of a folder as the server lists them. The names on a transcript's lines come with the transcript; this list is
// asked for when somebody wants to choose among all, and when names have changed.
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'

export const speakersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['speakers', projectId],
    queryFn: ({ signal }) => call('listProjectSpeakers', { params: { projectId } }, { signal }),
  })

/** Reads a folder's speakers anew, for everything that shows them. */
export const refreshSpeakers = (client: QueryClient, projectId: number): Promise<Speaker[]> =>
  client.fetchQuery({ ...speakersQuery(projectId), staleTime: 0 })

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

/** A new speaker of the file's folder. Its name alone makes it; the rest follows when there is any. */
export async function createSpeaker(fileId: number, fields: SpeakerFields): Promise<Speaker> {
  const speaker = await call('createFileSpeaker', { params: { fileId }, body: { name: fields.name.trim() } })
  return fields.description.trim() || fields.picture ? updateSpeaker(speaker.id, fields) : speaker
}
