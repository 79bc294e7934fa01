import { toCues } from '../cues/to-cues.ts'
import type { Cue } from '../cues/to-cues.ts'
import { believedNames, splitName } from '../read/names.ts'
import { escapeSrt, markTurn } from '../srt-marks.ts'
import type { TranscriptFile } from '../transcript-file.ts'
import type { WriteOptions } from './options.ts'
import { timestamp } from './timestamp.ts'

/** A cue, and who begins to speak with it: null is nobody known, undefined is whoever spoke before. */
interface Spoken {
  readonly cue: Cue
  readonly name: string | null | undefined
}

function* withNames(cues: readonly Cue[], names: ReadonlyMap<number, string>): Generator<Spoken> {
  let saying: number | null = null
  for (const cue of cues) {
    const speaker = names.has(cue.block.speaker_id ?? Number.NaN) ? cue.block.speaker_id : null
    yield { cue, name: speaker === saying ? undefined : speaker === null ? null : names.get(speaker) }
    saying = speaker
  }
}

/** Whether `Name: ` in front of a turn is enough for a reader who knows nobody: it finds these names, and no others. */
function isPlain(turns: readonly Spoken[]): boolean {
  const lines = turns.flatMap(({ cue, name }) => {
    const [first = '', ...others] = cue.lines
    return [name ? `${name}: ${first}` : first, ...others]
  })
  const believed = believedNames(lines, turns.length, [])
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
 * A transcript as SubRip subtitles. Who speaks stands in front of the first cue of their turn: as `Name: `, and with a mark
 * that no player shows where an import could not tell it from text.
 */
export function* writeSrt(file: TranscriptFile, { speakers }: WriteOptions): Generator<string> {
  const names = new Map(speakers ? file.speakers.map(({ id, name }) => [id, name.replace(/\s+/gu, ' ').trim()]) : [])
  const turns = [...withNames(toCues(file.blocks), names)]
  const plain = isPlain(turns)
  for (const [index, { cue, name }] of turns.entries()) {
    const [first = '', ...others] = cue.lines
    // The first mark says of the whole file that it has marks, even where nobody is named.
    const isMarked = !plain && (name !== undefined || index === 0)
    const head = isMarked ? markTurn(name ?? null, first) : escapeSrt(name ? `${name}: ${first}` : first)
    yield `${index + 1}\r\n${timestamp(cue.start, ',')} --> ${timestamp(cue.end, ',')}\r\n`
    yield `${[head, ...others.map(escapeSrt)].join('\r\n')}\r\n\r\n`
  }
}
