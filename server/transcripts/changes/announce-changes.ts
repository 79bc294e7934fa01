import type { ChangeSet } from '@kaiwa/contract/changes.ts'
import type { Person } from '@kaiwa/contract/fields.ts'
import type { Trx } from '../../platform/database/database.ts'
import { emit } from '../../platform/events/emit.ts'
import { fileChannels } from '../../tree/rights/folder-listeners.ts'
import type { Editing } from '../open-for-edit.ts'
import type { Committed } from './commit-changes.ts'

declare module '../../platform/events/event.ts' {
  interface EventData {
    'transcript.changed': {
      project_file_id: number
      transcript_id: number
      revision: number
      edited_by: Person | null
      edited_at: string
      changes: ChangeSet | null
    }
    'block.speaker_changed': {
      project_file_id: number
      transcript_id: number
      revision: number
      speaker_id: number
      block_ids: number[]
    }
  }
}

/**
 * Maximum size of an inlined change set (characters of JSON). Larger ones are sent as null and clients fetch them:
 * hosted realtime services accept 10 kB per event.
 */
const THIN_FROM = 8_000

/** Event for clients that have the file open. */
export const transcriptChanged = ({ file, transcriptId }: Editing, committed: Committed) => ({
  type: 'transcript.changed' as const,
  data: {
    project_file_id: file.id,
    transcript_id: transcriptId,
    revision: committed.revision,
    edited_by: committed.editedBy,
    edited_at: committed.editedAt.toISOString(),
    changes: JSON.stringify(committed.changes).length < THIN_FROM ? committed.changes : null,
  },
  channels: [`private-project-file-${file.id}`],
})

export const announceChanges = (trx: Trx, editing: Editing, committed: Committed): Promise<void> =>
  emit(trx, transcriptChanged(editing, committed))

type Said = { revision: number; speakerId: number; blockIds: number[] }

/** Event for clients that have the file or its folder open. `channels` comes from `fileChannels`. */
export const speakerChanged = (
  { file, transcriptId }: Editing,
  { revision, speakerId, blockIds }: Said,
  channels: readonly string[],
) => ({
  type: 'block.speaker_changed' as const,
  data: {
    project_file_id: file.id,
    transcript_id: transcriptId,
    revision,
    speaker_id: speakerId,
    block_ids: blockIds,
  },
  channels,
})

export const announceSpeaker = async (trx: Trx, editing: Editing, said: Said): Promise<void> =>
  emit(trx, speakerChanged(editing, said, await fileChannels(trx, editing.file)))
