import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { EditSession } from '@kaiwa/editor'
import { compareSpeakers, speakersOf } from '@kaiwa/transcript'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reading } from '../transcripts/derived.ts'
import { transcriptQuery } from '../transcripts/queries.ts'
import { useDerived } from '../transcripts/use-derived.ts'
import { useFolderMessages } from '../tree/use-folder-messages.ts'
import { refreshSpeakers, speakersQuery } from './queries.ts'

interface FileKey {
  id: number
  project_id: number
}

/** Ids of the document's speakers as a string, so that it is equal until a speaker is added or removed. */
const speakerIds: Reading<string> = {
  read({ blocks }) {
    const ids = new Set<number>()
    for (const { speaker_id } of blocks) if (speaker_id !== null) ids.add(speaker_id)
    return [...ids].sort((a, b) => a - b).join(' ')
  },
  isTouchedBy: (change) => change.type !== 'put' || change.before.speaker_id !== change.after.speaker_id,
}

/** All speakers that a file may show by name: those of its transcript, and the folder's once they are loaded. */
export function useKnownSpeakers({ id, project_id }: FileKey): ReadonlyMap<number, Speaker> {
  const client = useQueryClient()
  const { data: transcript } = useQuery({ ...transcriptQuery(id), enabled: false })
  const { data: listed } = useQuery({ ...speakersQuery(project_id), enabled: false })
  // If this fails, the old names stay until the next message or visit.
  const refresh = () => void refreshSpeakers(client, project_id).catch(() => undefined)
  const { i18n } = useTranslation()
  useEffect(() => {
    i18n.on('languageChanged', refresh)
    return () => i18n.off('languageChanged', refresh)
  })
  // The names of the transcript may be older than the subscription.
  useFolderMessages(project_id, { 'speakers-changed': refresh, onSubscribed: refresh, onResubscribed: refresh })
  const inTranscript = useMemo(() => speakersOf({ blocks: Object.values(transcript?.blocks ?? {}) }), [transcript])
  return useMemo(
    () => new Map([...inTranscript, ...(listed ?? [])].map((one) => [one.id, one])),
    [inTranscript, listed],
  )
}

/** The speakers of a file's blocks, sorted by name. */
export function useFileSpeakers(file: FileKey, session: EditSession): readonly Speaker[] {
  const client = useQueryClient()
  const known = useKnownSpeakers(file)
  const key = useDerived(session, speakerIds)
  const ids = useMemo(() => (key === '' ? [] : key.split(' ').map(Number)), [key])
  const newcomers = ids.filter((id) => !known.has(id)).join(' ')
  useEffect(() => {
    if (newcomers !== '') refreshSpeakers(client, file.project_id).catch(() => undefined)
  }, [newcomers, client, file.project_id])
  return useMemo(() => ids.flatMap((id) => known.get(id) ?? []).sort(compareSpeakers), [ids, known])
}

/**
 * The other speakers of the folder that someone created, named or described. Excludes unnamed voices such as '話者1' of
 * another recording.
 */
export function othersAmong(listed: readonly Speaker[], inFile: readonly Speaker[]): Speaker[] {
  const here = new Set(inFile.map(({ id }) => id))
  return listed.filter(({ id, is_manual, last_edited_at }) => !here.has(id) && (is_manual || last_edited_at !== null))
}
