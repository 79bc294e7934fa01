// Connects edit mode to what surrounds it: the channel of the file, the keyboard, and parts loaded in advance.
import { fileChannel } from '@kaiwa/contract/channels.ts'
import { useEffect } from 'react'
import { loadTexts } from '../../platform/i18n.ts'
import { useChannel } from '../../platform/realtime/use-channel.ts'
import type { EditControl } from './edit-control.ts'
import { listenForSaveKey } from './save-key.ts'
import { useEditState } from './use-editing.ts'

/** Subscribes to changes of the transcript and of the edit lock of a file (RT-07, RT-09, RT-10, RT-15). */
function useFileChannel(fileId: number, control: EditControl): void {
  const { feed } = control
  const onRevision = ({ revision }: { revision: number }) => void feed.receive({ revision, changes: null })
  useChannel(fileChannel(fileId), {
    'transcript-changed': (message) => void feed.receive(message),
    'transcript-tag-updated': onRevision,
    'block-speaker-changed': onRevision,
    'transcript-blocks-reanalysed': onRevision,
    'transcript-edit-lock-updated': ({ lock }) => void control.receiveLock(lock),
    onSubscribed: () => void control.resync(),
    onResubscribed: () => void control.resync(),
  })
}

/** Ctrl/Cmd+S saves in edit mode, regardless of the focus (EDIT-40). */
function useSaveKey(control: EditControl): void {
  useEffect(() => {
    const abort = new AbortController()
    listenForSaveKey(document, control, abort.signal)
    return () => abort.abort()
  }, [control])
}

/** When edit mode starts, loads the dialogs that it may need while offline. */
function useEditParts(isEditing: boolean): void {
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

/** Everything that edit mode of an open transcript listens to or needs. */
export function useEditConnections(control: EditControl, fileId: number): void {
  useFileChannel(fileId, control)
  useSaveKey(control)
  useEditParts(useEditState(control).mode === 'editing')
}
