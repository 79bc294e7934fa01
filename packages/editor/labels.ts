/** The words that stand on a block line, in the reader's language. */
export interface Labels {
  /** Name of a speaker; null is one whom nobody has named. */
  speaker(id: number | null): string
  /** What the time button does, e.g. '0:12から再生'; `time` as shown. */
  playFrom(time: string): string
  /** What the speaker's button does. */
  changeSpeaker(name: string): string
  addSection: string
  editSection(name: string): string
  deleteSection(name: string): string
  /** Corrects when a block is said; `time` as shown. */
  correctTimes(time: string): string
  positive: string
  negative: string
}
