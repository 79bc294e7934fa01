// Builds transcripts in a short notation: `block('本日は|お時間を|。', { at: 1, until: 3 })` has a term for each spoken piece;
// the pieces share the time by length.

import { moraCount } from '@kaiwa/language/mora.ts'
import { FORMAT, VERSION } from '../transcript-file.ts'
import type { FileBlock, TranscriptFile } from '../transcript-file.ts'
import type { WriteOptions } from '../write/options.ts'

let last = 0

function uuid() {
  return `00000000-0000-4000-8000-${String(++last).padStart(12, '0')}`
}

type Values = { at?: number; until?: number; by?: number | null } & Partial<FileBlock>

export function block(notation: string, { at = 0, until = at + 1, by = null, ...values }: Values = {}): FileBlock {
  const pieces = notation.split('|')
  const length = pieces.join('').length
  const seconds = (offset: number) => at + ((until - at) * offset) / Math.max(1, length)
  let offset = 0
  const terms = pieces.flatMap((text) => {
    const from = offset
    offset += text.length
    if (moraCount(text) === 0) return []
    const times = { start_time: seconds(from), end_time: seconds(offset) }
    return [{ text, offset: from, ...times, type: 0 as const, score: 0.25, base: text, reading: '', confidence: 1 }]
  })
  return {
    uuid: uuid(),
    start_time: at,
    end_time: until,
    content: pieces.join(''),
    sentiment: 0,
    section_name: null,
    is_break: false,
    speaker_id: by,
    terms,
    tags: [],
    ...values,
  }
}

export function file(...blocks: FileBlock[]): TranscriptFile {
  return {
    format: FORMAT,
    version: VERSION,
    exported_at: '2026-11-21T00:00:00.000Z',
    recording: { id: 'a', title: '商談', file_name: '商談.mp4', duration: 60, language: 'ja' },
    speakers: [
      { id: 1, name: '田中' },
      { id: 2, name: '佐藤' },
    ],
    tag_categories: [{ id: 1, name: '商談の論点' }],
    tags: [{ id: 7, tag_category_id: 1, name: '予算', appearance: '#FD6F2C' }],
    blocks,
  }
}

export function mark(text: string, offset: number) {
  return { tag_id: 7, text, offset, tag_uuid: `mark-${offset}` }
}

export const everything: WriteOptions = { speakers: true, times: true, tags: true, sections: true, language: 'ja' }
export const nothing: WriteOptions = { speakers: false, times: false, tags: false, sections: false, language: 'ja' }

/** Strings that must always be shown as text. */
export const INJECTIONS = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'; drop table blocks; --"]
