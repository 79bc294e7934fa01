import { fileChannel } from '@kaiwa/contract/channels.ts'
import { EditSession } from '@kaiwa/editor'
import { toTranscriptDocument } from '@kaiwa/transcript'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../../platform/call.ts'
import { loadTexts } from '../../platform/i18n.ts'
import { listenToChannel } from '../../platform/realtime/use-channel.ts'
import { useSignedIn } from '../../platform/session.ts'
import { transcriptQuery } from '../queries.ts'
import type { FileDetail } from '../queries.ts'
import type { ReadTranscript } from '../read-transcript.ts'
import { DraftStore } from './draft-store.ts'
import { EditControl } from './edit-control.ts'
import type { EditState } from './edit-state.ts'
import i18next from 'i18next'
import { errorText } from '../../platform/error-text.ts'
import { toast } from '../../platform/toasts.ts'
import type { EditMessage } from './edit-ports.ts'

interface Editing {
  session: EditSession
  control: EditControl
}

const draftStores = new Map<number, DraftStore>()

/** The draft store of a user; one instance per user and tab. */
function draftStoreOf(userId: number): DraftStore {
  let store = draftStores.get(userId)
  if (!store) draftStores.set(userId, (store = new DraftStore(userId, async () => (await call('getDraftKey')).key)))
  return store
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
export function useEditing(file: FileDetail, read: ReadTranscript | undefined): Editing | null {
  const client = useQueryClient()
  const userId = useSignedIn().user.id
  const [editing, setEditing] = useState<Editing | null>(null)
  const latest = useRef({ file, read })
  useEffect(() => {
    latest.current = { file, read }
  })
  const transcriptId = read?.transcript.id ?? null
  useEffect(() => {
    const { file: opened, read: initial } = latest.current
    if (transcriptId === null || !initial) return undefined
    const session = new EditSession(toTranscriptDocument(initial))
    const control = new EditControl({
      session,
      file: opened,
      userId,
      initial,
      readTranscript: () => client.fetchQuery({ ...transcriptQuery(opened.id), staleTime: 0 }),
      call,
      listen: (handlers) => listenToChannel(fileChannel(opened.id), () => handlers),
      drafts: draftStoreOf(userId),
      showMessage: showEditMessage,
    })
    setEditing({ session, control })
    return () => {
      control.destroy()
      setEditing(null)
    }
  }, [transcriptId, userId, client])
  useEffect(() => {
    if (read) void editing?.control.feed.show(read)
  }, [read, editing])
  return editing
}

export function useEditState(control: EditControl): EditState {
  return useSyncExternalStore(control.subscribe, control.getState)
}

/** When edit mode starts, loads the dialogs that it may need while offline. */
export function useEditParts(isEditing: boolean): void {
  useEffect(() => {
    if (!isEditing) return
    const parts = [
      import('./FinishDialog.tsx'),
      import('../../ui/ConfirmDialog.tsx'),
      import('../find/FindPanel.tsx'),
      loadTexts(['editing']),
    ]
    // A part that fails to load is requested again when it is shown.
    Promise.all(parts).catch(() => undefined)
  }, [isEditing])
}
