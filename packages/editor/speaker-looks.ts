// The pictures of the speakers at their paragraphs. One style rule per speaker, instead of elements in every paragraph:
// a new name or photo changes a rule and redraws no block.
import { initialOf, speakerColour } from '@kaiwa/transcript/speaker-identity.ts'

/** A speaker as its paragraphs show it. */
export interface SpeakerLook {
  readonly id: number
  readonly name: string
  /** Address of the photo. */
  readonly avatar: string | null
}

export interface SpeakerLooks {
  show(speakers: Iterable<SpeakerLook>): void
  stop(): void
}

const UNSAFE = /["\\\n\r\f\0]/g

/** A CSS string. */
function quoted(text: string): string {
  return `"${text.replace(UNSAFE, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`
}

/** Photo or initial, and the colour; see `.kaiwa-speaker::before`. */
export function ruleOf({ id, name, avatar }: SpeakerLook): string {
  const picture =
    avatar === null ? `--initial: ${quoted(initialOf(name))}` : `--initial: ""; --photo: url(${quoted(avatar)})`
  return `.kaiwa-block[data-speaker="${id}"] > .kaiwa-speaker { --speaker: ${speakerColour(id)}; ${picture} }`
}

export function openSpeakerLooks(home: Document): SpeakerLooks {
  const sheet = new CSSStyleSheet()
  home.adoptedStyleSheets = [...home.adoptedStyleSheets, sheet]
  return {
    show: (speakers) => sheet.replaceSync([...speakers].map(ruleOf).join('\n')),
    stop() {
      home.adoptedStyleSheets = home.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}
