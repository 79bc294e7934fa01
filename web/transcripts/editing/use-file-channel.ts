import { fileChannel } from '@kaiwa/contract/channels.ts'
import { useChannel } from '../../platform/use-channel.ts'
import type { EditControl } from './edit-control.ts'

/** Subscribes to changes of the transcript and of the edit lock of a file (RT-07, RT-09, RT-10, RT-15). */
export function useFileChannel(fileId: number, control: EditControl): void {
  const { feed } = control
  const onRevision = ({ revision }: { revision: number }) => void feed.receive({ revision, changes: null })
  useChannel(fileChannel(fileId), {
    'transcript-changed': (news) => void feed.receive(news),
    'transcript-tag-updated': onRevision,
    'block-speaker-changed': onRevision,
    'transcript-blocks-reanalysed': onRevision,
    'transcript-edit-lock-updated': ({ lock }) => void control.receiveLock(lock),
    onSubscribed: () => void control.check(),
    onResubscribed: () => void control.check(),
  })
}
