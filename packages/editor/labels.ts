/** Texts of a block line in the user's language. */
export interface Labels {
  /** Name of a speaker; null is the unassigned speaker. */
  speaker(id: number | null): string
  /** Label of the time button, e.g. '0:12から再生'; `time` as shown. */
  playFrom(time: string): string
  /** Label of the speaker button. */
  changeSpeaker(name: string): string
  addSection: string
  editSection(name: string): string
  deleteSection(name: string): string
  /** Label of the button that corrects a block's times; `time` as shown. */
  correctTimes(time: string): string
  /** Label of the button that starts a comment on a block, and of the sign at a block with comments. */
  addComment: string
  comments(count: number): string
  /** Label of the button at a mark of a passage that was not recognised; absent if it is not offered. */
  recogniseAgain?: string | undefined
  positive: string
  negative: string
}
