// The event of a new speaker of blocks, for clients that have the file or its folder open.
import type { ChangeSet } from '@kaiwa/contract/transcript-edits.ts'
import type { ReaderChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { NewEvent } from '../../platform/events/event.ts'
import { publish } from '../../platform/store/outbox.ts'
import { fileChannels } from '../../tree/store/readers.ts'
import type { Editing } from '../open-for-edit.ts'

interface BlockSpeakerChange {
  revision: number
  speakerId: number
  blockIds: number[]
}

/** `channels` comes from `fileChannels`. */
function speakerChanged(
  { file, transcriptId }: Editing,
  { revision, speakerId, blockIds }: BlockSpeakerChange,
  channels: readonly ReaderChannel[],
): NewEvent<'block.speaker_changed'> {
  return {
    type: 'block.speaker_changed',
    data: {
      project_file_id: file.id,
      transcript_id: transcriptId,
      revision,
      speaker_id: speakerId,
      block_ids: blockIds,
    },
    channels,
  }
}

export async function publishBlockSpeaker(trx: Trx, editing: Editing, change: BlockSpeakerChange): Promise<void> {
  return publish(trx, speakerChanged(editing, change, await fileChannels(trx, editing.file)))
}

/** The events of the speakers in a change set. */
export async function speakersChanged(
  trx: Trx,
  editing: Editing,
  { speaker }: ChangeSet,
  revision: number,
  idOf: (uuid: string) => number,
): Promise<NewEvent[]> {
  if (speaker.length === 0) return []
  const channels = await fileChannels(trx, editing.file)
  return speaker.flatMap(({ speaker_id: speakerId, block_uuid, child_block_uuids }) => {
    const blockIds = [block_uuid, ...child_block_uuids].map(idOf)
    return speakerId === null ? [] : [speakerChanged(editing, { revision, speakerId, blockIds }, channels)]
  })
}
