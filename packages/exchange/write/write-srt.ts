import { widthOf } from '../cues/display-width.ts'
import { toCues, withRoom } from '../cues/to-cues.ts'
import type { Cue } from '../cues/to-cues.ts'
import { acceptedNames, splitName } from '../read/name-prefixes.ts'
import { escapeSrt, markTurn } from '../srt-escapes.ts'
import type { TranscriptFile } from '../transcript-file.ts'
import type { WriteOptions } from './options.ts'
import { timestamp } from './timestamp.ts'

/** A cue and the speaker who begins with it: null for an unknown speaker, undefined if the previous one continues. */
interface Spoken {
  readonly cue: Cue
  readonly name: string | null | undefined
}

function* withNames(cues: readonly Cue[], names: ReadonlyMap<number, string>): Generator<Spoken> {
  let currentSpeaker: number | null = null
  for (const cue of cues) {
    const speaker = names.has(cue.block.speaker_id ?? Number.NaN) ? cue.block.speaker_id : null
    const name = speaker === currentSpeaker ? undefined : speaker === null ? null : names.get(speaker)
    currentSpeaker = speaker
    const [first = cue, ...others] = name ? withRoom(cue, widthOf(`${name}: `)) : [cue]
    yield { cue: first, name }
    for (const other of others) yield { cue: other, name: undefined }
  }
}

/**
 * True if `Name: ` in front of each turn is enough for an importer without known speakers: it finds exactly these
 * names.
 */
function isPlain(turns: readonly Spoken[]): boolean {
  const lines = turns.flatMap(({ cue, name }) => {
    const [first = '', ...others] = cue.lines
    return [name ? `${name}: ${first}` : first, ...others]
  })
  const believed = acceptedNames(lines, turns.length, [])
  let index = 0
  return turns.every(({ cue, name }) => {
    const [first, ...others] = lines.slice(index, (index += cue.lines.length)).map(splitName)
    const isRight = name
      ? first?.name === name && first.text === cue.lines[0] && believed.has(name)
      : !first && name !== null
    return isRight && others.every((other) => other === null)
  })
}

/**
 * A transcript as SubRip subtitles. The speaker's name is written in front of the first cue of a turn: as `Name: `,
 * with an invisible mark if an importer could not distinguish it from text.
 */
export function* writeSrt(file: TranscriptFile, { speakers }: WriteOptions): Generator<string> {
  const names = new Map(speakers ? file.speakers.map(({ id, name }) => [id, name.replace(/\s+/gu, ' ').trim()]) : [])
  const turns = [...withNames(toCues(file.blocks), names)]
  const plain = isPlain(turns)
  for (const [index, { cue, name }] of turns.entries()) {
    const [first = '', ...others] = cue.lines
    // The first mark indicates that the file has marks, also if no speaker is named.
    const isMarked = !plain && (name !== undefined || index === 0)
    const head = isMarked ? markTurn(name ?? null, first) : escapeSrt(name ? `${name}: ${first}` : first)
    yield `${index + 1}\r\n${timestamp(cue.start, ',')} --> ${timestamp(cue.end, ',')}\r\n`
    yield `${[head, ...others.map(escapeSrt)].join('\r\n')}\r\n\r\n`
  }
}
