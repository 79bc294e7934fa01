import '@kaiwa/editor/transcript.css'
import { openTranscript } from '@kaiwa/editor'
import type { EditSession, TranscriptView } from '@kaiwa/editor'

/** A view of the session's text, which scrolls in `box`. */
export function openTestTranscript(box: HTMLElement, session: EditSession): TranscriptView {
  return openTranscript(box, session, {
    language: 'ja',
    scroller: box,
    labels: {
      speaker: String,
      playFrom: String,
      changeSpeaker: String,
      addComment: 'コメントを追加',
      comments: String,
      addSection: '',
      editSection: String,
      deleteSection: String,
      correctTimes: String,
      positive: '',
      negative: '',
    },
    abilities: { section: false, speaker: false, comment: false },
    onPlayFrom: () => undefined,
    onAutoScroll: () => undefined,
    onAction: () => undefined,
    onSelect: () => undefined,
    onRefused: () => undefined,
    onPlayerKey: () => undefined,
  })
}
