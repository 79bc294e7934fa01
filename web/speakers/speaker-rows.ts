// The rows of the speaker popover with known heights, so that a list of hundreds renders only visible rows.
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { normalise } from '@kaiwa/language/normalise.ts'
import { KEYED_SPEAKERS } from '../transcripts/key-counts.ts'

export type SpeakerGroup = 'inFile' | 'others'

export type SpeakerRow =
  | { kind: 'title'; group: SpeakerGroup; height: number }
  | { kind: 'separator'; height: number }
  | {
      kind: 'speaker'
      group: SpeakerGroup
      speaker: Speaker
      /** The speaker key (1 to 9); null without one. */
      digit: number | null
      height: number
    }

const TITLE = 36
const SEPARATOR = 12
const NAME_ONLY = 48
const ONE_LINE = 56
const TWO_LINES = 74

/** Width of a description line in CSS pixels. Wider text takes a second line and is cut there. */
const LINE_WIDTH = 290

/** Returns the width of a description in CSS pixels, in one line. */
export type WidthOf = (description: string) => number

export function rowHeight({ description }: Pick<Speaker, 'description'>, widthOf: WidthOf): number {
  if (!description?.trim()) return NAME_ONLY
  return widthOf(description.trim()) <= LINE_WIDTH ? ONE_LINE : TWO_LINES
}

function groupRows(group: SpeakerGroup, speakers: readonly Speaker[], wanted: string, widthOf: WidthOf): SpeakerRow[] {
  const rows = speakers.flatMap((speaker, index): SpeakerRow[] =>
    normalise(speaker.name).includes(wanted)
      ? [
          {
            kind: 'speaker',
            group,
            speaker,
            digit: group === 'inFile' && index < KEYED_SPEAKERS ? index + 1 : null,
            height: rowHeight(speaker, widthOf),
          },
        ]
      : [],
  )
  return rows.length === 0 ? [] : [{ kind: 'title', group, height: TITLE }, ...rows]
}

/** Speakers whose name contains `term`: those of the file, then the others. Empty when no name matches. */
export function speakerRows(
  inFile: readonly Speaker[],
  others: readonly Speaker[],
  term: string,
  widthOf: WidthOf,
): SpeakerRow[] {
  const wanted = normalise(term.trim())
  const first = groupRows('inFile', inFile, wanted, widthOf)
  const second = groupRows('others', others, wanted, widthOf)
  const between: SpeakerRow[] = first.length > 0 && second.length > 0 ? [{ kind: 'separator', height: SEPARATOR }] : []
  return [...first, ...between, ...second]
}
