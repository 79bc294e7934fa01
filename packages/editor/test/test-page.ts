import '../transcript.css'
import { openTranscript } from '../transcript-view.ts'
import { EditSession } from '../edit-session.ts'
import * as editTools from '../edit-tools.ts'
import type { BlockAction, TranscriptView } from '../transcript-view-options.ts'
import type { TextSelected } from '../selection-report.ts'
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { changeSpeaker, findInDocument, replaceAll, uncertainRanges } from '@kaiwa/transcript'
import type { EditableDocument } from '@kaiwa/transcript'
import type { Passage } from '../hit-highlights.ts'
import { block, longTranscript } from './sample-blocks.ts'

// The page for browser tests and benchmarks: a transcript in a window of 800 px.

interface Bench {
  view: TranscriptView
  session: EditSession
  played: number[]
  following: boolean[]
  actions: Omit<BlockAction, 'anchor'>[]
  selections: (TextSelected | null)[]
  refused: string[]
  playerKeys: string[]
  /** The texts of the session's blocks. */
  texts(): string[]
}

const make = { block, longTranscript }

/** Search hits in the form that the view takes. */
function find(document: EditableDocument, query: string): Passage[] {
  return findInDocument(document, query).flatMap(({ uuid, ranges }) =>
    ranges.map(({ start, end }) => ({ uuid, offset: start, length: end - start })),
  )
}

const operations = { find, replaceAll, changeSpeaker, uncertainRanges }

function open(blocks: readonly Block[]): Bench {
  window.editor.bench?.view.destroy()
  document.body.innerHTML = ''
  document.body.style.margin = '0'
  const scroller = document.createElement('div')
  scroller.id = 'scroller'
  scroller.style.cssText = 'height: 800px; overflow: auto'
  document.body.append(scroller)
  const session = new EditSession({ id: 1, revision: 1, blocks }, editTools)
  const recorded: Omit<Bench, 'view' | 'session' | 'texts'> = {
    played: [],
    following: [],
    actions: [],
    selections: [],
    refused: [],
    playerKeys: [],
  }
  const view = openTranscript(scroller, session, {
    language: 'ja',
    labels: {
      speaker: (id) => `話者${id ?? '?'}`,
      playFrom: (time) => `${time}から再生`,
      changeSpeaker: (name) => `${name}を変更`,
      addSection: 'セクションを追加',
      editSection: (name) => `${name}を編集`,
      deleteSection: (name) => `${name}を削除`,
      addComment: 'コメントを追加',
      comments: (count) => `コメント${count}件`,
      correctTimes: (time) => `${time}の時刻を修正`,
      recogniseAgain: 'もう一度文字起こしする',
      positive: 'ポジティブ',
      negative: 'ネガティブ',
    },
    scroller,
    abilities: { section: true, speaker: true, comment: false },
    onPlayFrom: (time) => recorded.played.push(time),
    onAutoScroll: (active) => recorded.following.push(active),
    onAction: ({ anchor: _anchor, ...action }) => recorded.actions.push(action),
    onSelect: (selection) => recorded.selections.push(selection),
    onRefused: (reason) => recorded.refused.push(reason),
    onPlayerKey: (action) => recorded.playerKeys.push(action),
  })
  return {
    ...recorded,
    view,
    session,
    texts: () => [...session.getState().document.blocks].map(({ content }) => content),
  }
}

declare global {
  interface Window {
    editor: { open: typeof open; make: typeof make; operations: typeof operations; bench?: Bench }
  }
}

window.editor = { open, make, operations }
