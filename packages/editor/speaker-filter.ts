/** Shows only the blocks of one speaker. Uses a single style rule instead of a change to every block. */
export interface SpeakerFilter {
  /** Speaker id; null shows all speakers. */
  show(speaker: number | null): void
  stop(): void
}

let count = 0

export function openSpeakerFilter(root: HTMLElement): SpeakerFilter {
  const name = `kaiwa-view-${++count}`
  const sheet = new CSSStyleSheet()
  const home = root.ownerDocument
  root.dataset.view = name
  home.adoptedStyleSheets = [...home.adoptedStyleSheets, sheet]
  return {
    show: (speaker) =>
      sheet.replaceSync(
        speaker === null ? '' : `[data-view="${name}"] .kaiwa-block:not([data-speaker="${speaker}"]) { display: none }`,
      ),
    stop() {
      home.adoptedStyleSheets = home.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}
