import type { TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import { EditSession } from '@kaiwa/editor'
import { toTranscriptDocument } from '@kaiwa/transcript'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../../platform/call.ts'
import { useSignedIn } from '../../platform/session.ts'
import { transcriptQuery } from '../queries.ts'
import type { FileDetail } from '../queries.ts'
import { draftStoreOf } from './draft-stores.ts'
import { EditControl } from './edit-control.ts'
import type { EditState } from './edit-state.ts'
import i18next from 'i18next'
import { errorText } from '../../platform/error-text.ts'
import { toast } from '../../platform/toasts.ts'
import type { EditMessage } from './edit-message.ts'

interface Editing {
  session: EditSession
  control: EditControl
}

/** Shows a message of edit mode as a toast, in the language of the reader. */
function showEditMessage(message: EditMessage): void {
  const t = i18next.getFixedT(null, 'transcripts')
  if ('error' in message) {
    const reason = errorText(message.error)
    toast.error(message.kind === 'notSaved' ? t('notSaved', { reason }) : reason)
  } else if (message.kind === 'refused') toast.error(t(`refused.${message.reason}`))
  else if (message.kind === 'expired') toast.info(t('expired'))
  else toast.error(t(message.kind))
}

/** Session and edit mode of the transcript of a file; null until the transcript is loaded. */
export function useEditing(file: FileDetail, read: TranscriptResponse | undefined): Editing | null {
  const client = useQueryClient()
  const me = useSignedIn().user.id
  const [editing, setEditing] = useState<Editing | null>(null)
  const latest = useRef({ file, read })
  useEffect(() => {
    latest.current = { file, read }
  })
  const transcriptId = read?.transcript.id ?? null
  useEffect(() => {
    const { file: place, read: first } = latest.current
    if (transcriptId === null || !first) return undefined
    const session = new EditSession(toTranscriptDocument(first))
    const control = new EditControl({
      session,
      file: place,
      me,
      read: first,
      reread: () => client.fetchQuery({ ...transcriptQuery(place.id), staleTime: 0 }),
      call,
      drafts: draftStoreOf(me),
      tell: showEditMessage,
    })
    setEditing({ session, control })
    return () => {
      control.destroy()
      setEditing(null)
    }
  }, [transcriptId, me, client])
  useEffect(() => {
    if (read) void editing?.control.feed.show(read)
  }, [read, editing])
  return editing
}

export const useEditState = (control: EditControl): EditState =>
  useSyncExternalStore(control.subscribe, control.getState)
