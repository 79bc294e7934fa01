import { type Channel, fileChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { NewEvent } from '../../platform/events/event.ts'
import { publish } from '../../platform/events/publish.ts'
import { fileChannels } from '../../tree/rights/file-channels.ts'
import type { Editing } from '../open-for-edit.ts'
import type { Committed } from './commit-changes.ts'

/**
 * Maximum size of an inlined change set (characters of JSON). Larger ones are sent as null and clients fetch them:
 * hosted realtime services accept 10 kB per event.
 */
const THIN_FROM = 8_000

/** Event for clients that have the file open. */
export const transcriptChanged = (
  { file, transcriptId }: Editing,
  committed: Committed,
): NewEvent<'transcript.changed'> => ({
  type: 'transcript.changed',
  data: {
    project_file_id: file.id,
    transcript_id: transcriptId,
    revision: committed.revision,
    edited_by: committed.editedBy,
    edited_at: committed.editedAt.toISOString(),
    changes: JSON.stringify(committed.changes).length < THIN_FROM ? committed.changes : null,
  },
  channels: [fileChannel(file.id)],
})

export const publishChanges = (trx: Trx, editing: Editing, committed: Committed): Promise<void> =>
  publish(trx, transcriptChanged(editing, committed))

type BlockSpeakerChange = { revision: number; speakerId: number; blockIds: number[] }

/** Event for clients that have the file or its folder open. `channels` comes from `fileChannels`. */
export const speakerChanged = (
  { file, transcriptId }: Editing,
  { revision, speakerId, blockIds }: BlockSpeakerChange,
  channels: readonly Channel[],
): NewEvent<'block.speaker_changed'> => ({
  type: 'block.speaker_changed',
  data: {
    project_file_id: file.id,
    transcript_id: transcriptId,
    revision,
    speaker_id: speakerId,
    block_ids: blockIds,
  },
  channels,
})

export const publishBlockSpeaker = async (trx: Trx, editing: Editing, change: BlockSpeakerChange): Promise<void> =>
  publish(trx, speakerChanged(editing, change, await fileChannels(trx, editing.file)))
