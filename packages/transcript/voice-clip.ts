// The passage by which a listener recognises a speaker: long, and recognised with high confidence.
import type { EditableBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'
import { hasPassageMark } from './passage-marks.ts'

/** Seconds. More does not help to recognise a voice. */
const MAX_SECONDS = 12
/** Confidence of a block without known confidences. */
const NEUTRAL = 0.7

export interface VoiceClip {
  readonly uuid: string
  /** Seconds. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Mean confidence of the words, by length; 0 is unknown and does not count. */
function clarity({ terms }: EditableBlock): number {
  let [sum, length] = [0, 0]
  for (const { confidence, text } of terms) {
    if (confidence <= 0) continue
    sum += confidence * text.length
    length += text.length
  }
  return length === 0 ? NEUTRAL : sum / length
}

function clipOf({ uuid, start_time: start, end_time, content: text }: EditableBlock): VoiceClip {
  return { uuid, start, end: Math.min(end_time, start + MAX_SECONDS), text }
}

/** The clearest long block of each speaker, by id. Blocks with a passage mark are the last choice. */
export function voiceClips({ blocks }: Pick<EditableDocument, 'blocks'>): Map<number, VoiceClip> {
  const best = new Map<number, { block: EditableBlock; score: number }>()
  for (const block of blocks) {
    if (block.speaker_id === null) continue
    const seconds = Math.min(MAX_SECONDS, Math.max(0, block.end_time - block.start_time))
    const score = hasPassageMark(block.content) ? 0 : seconds * clarity(block)
    const known = best.get(block.speaker_id)
    if (!known || score > known.score) best.set(block.speaker_id, { block, score })
  }
  return new Map([...best].map(([id, { block }]) => [id, clipOf(block)]))
}
