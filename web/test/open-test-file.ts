import type { Block } from '@kaiwa/contract/transcripts.ts'
import { EditSession } from '@kaiwa/editor'
import * as tools from '@kaiwa/editor/edit-tools.ts'
import { call } from '../platform/call.ts'
import { Player } from '../player/player.ts'
import { DraftStore } from '../transcripts/editing/draft-store.ts'
import { EditControl } from '../transcripts/editing/edit-control.ts'
import type { OpenFile } from '../transcripts/open-file.ts'
import type { ReadTranscript } from '../transcripts/read-transcript.ts'

function never(): Promise<never> {
  return new Promise(() => undefined)
}

interface Opened {
  blocks: Block[]
  canEdit?: boolean
  /** Seconds. */
  duration?: number
}

/** The open file 5 of folder 3 as the page gives it to its parts, in read mode, with a player without media. */
export function openTestFile({ blocks, canEdit = true, duration = 600 }: Opened) {
  const place = { id: 5, project_id: 3, item_id: 4, title: '商談' }
  const file = { ...place, status: 'processed', duration, can: { edit: canEdit } } as OpenFile['file']
  const session = new EditSession({ id: 1, revision: 1, blocks }, tools)
  const control = new EditControl({
    session,
    file,
    userId: 1,
    initial: { transcript: { id: 1, last_edited_by: null, last_edited_at: null } } as ReadTranscript,
    readTranscript: never,
    call,
    listen: () => () => undefined,
    drafts: new DraftStore(1, never),
    showMessage: () => undefined,
  })
  const media = { url: '/media', videoId: 'v', title: '', isAudio: true, frames: 0 }
  const player = new Player(
    document.createElement('video'),
    { ...media, duration, hasThumbnail: false, hasWaveform: false },
    never,
  )
  return { file, session, control, player }
}
