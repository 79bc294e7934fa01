import { toCues } from '../cues/to-cues.ts'
import type { TranscriptFile } from '../transcript-file.ts'
import type { WriteOptions } from './options.ts'
import { timestamp } from './timestamp.ts'

/** No text may look like the line that times a cue. */
const plain = (line: string): string => line.replaceAll('-->', '→')

/** A transcript as SubRip subtitles. Who speaks stands in front of the first cue of their turn. */
export function* writeSrt(file: TranscriptFile, { speakers }: WriteOptions): Generator<string> {
  const names = new Map(file.speakers.map(({ id, name }) => [id, name]))
  let saying: number | null = null
  for (const [index, { start, end, lines, block }] of toCues(file.blocks).entries()) {
    const { speaker_id } = block
    const name = speakers && speaker_id !== saying && speaker_id !== null ? names.get(speaker_id) : undefined
    saying = speaker_id
    const text = lines.map(plain).join('\r\n')
    yield `${index + 1}\r\n${timestamp(start, ',')} --> ${timestamp(end, ',')}\r\n`
    yield `${name === undefined ? '' : `${plain(name)}: `}${text}\r\n\r\n`
  }
}
