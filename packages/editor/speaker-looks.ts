// The pictures of the speakers at their paragraphs. One style rule per speaker, instead of elements in every paragraph:
// a new name or photo changes a rule and redraws no block.
import { type SpeakerLook, speakerStyle } from '@kaiwa/transcript/speaker-identity.ts'

export interface SpeakerLooks {
  show(speakers: Iterable<SpeakerLook>): void
  stop(): void
}

function ruleOf(speaker: SpeakerLook): string {
  return `.kaiwa-block[data-speaker="${speaker.id}"] > .kaiwa-speaker { ${speakerStyle(speaker)} }`
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
