import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { startsParagraph } from '@kaiwa/transcript/paragraphs.ts'
import { type PassageTimes, passageTimes } from '@kaiwa/transcript/passage-times.ts'
import type { BlockRange, EditableBlock, EditableDocument } from '@kaiwa/transcript'

/** Part of a selection: continuous speech of one speaker. */
interface Paragraph {
  speakerId: number | null
  /** Start of its first selected word in seconds. */
  time: number
  text: string
}

/** Selected text with its speakers and times. */
export interface SelectedPassage extends PassageTimes {
  paragraphs: readonly Paragraph[]
}

/** The passage of a selection; null when its blocks have been deleted since. `ranges` are in reading order. */
export function selectedPassage(
  { blocks }: Pick<EditableDocument, 'blocks'>,
  ranges: readonly BlockRange[],
): SelectedPassage | null {
  const paragraphs: Paragraph[] = []
  let times = null as PassageTimes | null
  let previous: EditableBlock | undefined
  for (const range of ranges) {
    const block = blocks.get(range.uuid)
    const text = block?.content.slice(range.start, range.end)
    if (!block || !text) continue
    const { start_time, end_time } = passageTimes(block, range)
    // Speakers talk over each other, so the last block need not end last.
    times = {
      start_time: Math.min(start_time, times?.start_time ?? Infinity),
      end_time: Math.max(end_time, times?.end_time ?? 0),
    }
    if (startsParagraph(block, previous)) paragraphs.push({ speakerId: block.speaker_id, time: start_time, text })
    else paragraphs.at(-1)!.text += `\n${text}`
    previous = block
  }
  return times && { ...times, paragraphs }
}

/** The passage as text, in the form of the text export: speaker and time above each paragraph. */
export function writePassage({ paragraphs }: SelectedPassage, nameOf: (speakerId: number | null) => string): string {
  return paragraphs
    .map(({ speakerId, time, text }) => `${nameOf(speakerId)}  ${formatTime(time)}\n${text.trim()}`)
    .join('\n\n')
}

/** Address of a moment of a file, without other parameters of the page (FILE-02). */
export function momentUrl(page: string, time: number): string {
  const url = new URL(page)
  url.search = `?t=${Number(time.toFixed(2))}`
  url.hash = ''
  return url.href
}
