import type { SpeakerChangeMode } from '@kaiwa/contract/speakers.ts'
import { edit, put } from './changes.ts'
import { blockToEdit } from './editable-document.ts'
import type { Edit, EditableDocument } from './editable-document.ts'
import { type EditableBlock, withSpeaker } from './editable-block.ts'

export interface SpeakerChange {
  readonly uuid: string
  readonly speaker_id: number
  /** `individual`: this block and `children`; `multi`: all blocks of its speaker in the file. */
  readonly mode: SpeakerChangeMode
  readonly children?: readonly string[]
}

/** The blocks affected by a change of speaker. */
function blocksOf(document: EditableDocument, { uuid, mode, children = [] }: SpeakerChange): EditableBlock[] {
  const block = blockToEdit(document, uuid)
  if (mode === 'individual') return [...new Set([uuid, ...children])].map((one) => blockToEdit(document, one))
  return [...document.blocks].filter(({ speaker_id }) => speaker_id === block.speaker_id)
}

export function changeSpeaker(document: EditableDocument, change: SpeakerChange): Edit | null {
  return edit(
    document,
    blocksOf(document, change).flatMap((block) => put(block, withSpeaker(block, change.speaker_id))),
  )
}
