import { toCues } from '../cues/to-cues.ts'
import { splitName } from '../read/name-prefixes.ts'
import { NO_SPEAKERS_NOTE } from '../read/read-cues.ts'
import type { TranscriptFile } from '../transcript-file.ts'
import type { WriteOptions } from './options.ts'
import { timestamp } from './timestamp.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escape(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
}

/** A voice. A hyphen at its end, which would form an arrow with the bracket, is escaped. */
function voiceOf(name: string): string {
  return `<v ${escape(name.replace(/\s+/g, ' ')).replace(/-$/, '&#45;')}>`
}

function note(text: string): string {
  return `NOTE ${text.replace(/\s+/g, ' ').replaceAll('-->', '→')}\n\n`
}

/** A transcript as WebVTT. The speaker is the voice of the cue; sections are notes before their first cue. */
export function* writeVtt(file: TranscriptFile, { speakers, sections }: WriteOptions): Generator<string> {
  const names = new Map(file.speakers.map(({ id, name }) => [id, name]))
  yield 'WEBVTT\n\n'
  if (file.recording.title) yield note(file.recording.title)
  const cues = toCues(file.blocks)
  const isNamed = speakers && cues.some(({ block }) => names.has(block.speaker_id ?? Number.NaN))
  if (!isNamed && cues.some(({ lines }) => lines.some(splitName))) yield `${NO_SPEAKERS_NOTE}\n\n`
  let previous: object | undefined
  for (const { start, end, lines, block } of cues) {
    const { section_name, speaker_id } = block
    if (sections && block !== previous && section_name?.trim()) yield note(section_name)
    previous = block
    const name = speakers && speaker_id !== null ? names.get(speaker_id) : undefined
    const voice = name === undefined ? '' : voiceOf(name)
    yield `${timestamp(start, '.')} --> ${timestamp(end, '.')}\n${voice}${lines.map(escape).join('\n')}\n\n`
  }
}
