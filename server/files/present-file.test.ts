import { describe, expect, it } from 'vitest'
import { thumbnailKind } from './present-file.ts'

const file = {
  status: 'processed',
  failed_reason: null,
  transcript_status: 'completed',
  is_audio: false,
  has_thumbnail: true,
  plays: true,
} as const

describe('thumbnail kinds', () => {
  it.each([
    ['PROC-26', 'normal', {}],
    ['PROC-26', 'normal', { status: 'processing', transcript_status: null }],
    ['PROC-27', 'is_audio', { is_audio: true, has_thumbnail: false }],
    [
      'PROC-27',
      'is_audio',
      { is_audio: true, has_thumbnail: false, status: 'processing', transcript_status: null, plays: false },
    ],
    ['PROC-28', 'muted_sound', { status: 'failed', failed_reason: 'no-audio-detected', transcript_status: null }],
    ['PROC-28', 'muted_sound', { status: 'failed', failed_reason: 'no-transcript', is_audio: true }],
    ['PROC-29', 'broken_file', { plays: false }],
    ['PROC-29', 'broken_file', { plays: false, is_audio: true }],
    ['PROC-30', 'processing', { status: 'waiting', transcript_status: null, has_thumbnail: false, plays: false }],
    [
      'PROC-30',
      'processing',
      {
        status: 'failed',
        failed_reason: 'pre-processing-failed',
        transcript_status: 'failed',
        has_thumbnail: false,
        plays: false,
      },
    ],
  ] as const)('%s %s for %o', (_id, kind, state) => {
    expect(thumbnailKind({ ...file, ...state })).toBe(kind)
  })
})
