import type { FailedReason, FileAbilities, FileStatus, NoteKey } from '@kaiwa/contract/files.ts'
import { failedReason, fileStatus } from '@kaiwa/contract/files.ts'
import { describe, expect, it } from 'vitest'
import { isInProgress } from './file-stage.ts'
import { fileState } from './file-state.ts'
import { en } from '../tree/texts.en.ts'

const all: FileAbilities = {
  open: true,
  rename: true,
  move: true,
  delete: true,
  cancel: true,
  retry: true,
  change_language: true,
  edit: true,
  download: true,
  clip: true,
  export: true,
  export_table: true,
  import: true,
  comment: true,
}
const none: FileAbilities = {
  open: true,
  rename: false,
  move: false,
  delete: false,
  cancel: false,
  retry: false,
  change_language: false,
  edit: false,
  download: false,
  clip: false,
  export: false,
  export_table: false,
  import: false,
  comment: false,
}

interface Row {
  status: FileStatus
  reason?: FailedReason
  note?: NoteKey
  can?: FileAbilities
  isInterrupted?: boolean
  isRecording?: boolean
}

function written({ status, reason, note: key, can = all, isInterrupted = false, isRecording = false }: Row) {
  const note = key ? { key, values: {} } : null
  const { label, actions } = fileState(
    { status, failed_reason: reason ?? null, note, can, is_recording: isRecording },
    isInterrupted,
  )
  return `${en.status[label as keyof typeof en.status]}: ${actions.join(', ') || '-'}`
}

describe('the states of a file', () => {
  it.each([
    ['PROC-05', { status: 'waiting' }, 'Uploading: -'],
    ['PROC-06', { status: 'waiting', isInterrupted: true }, 'Upload has been interrupted: resumeUpload, cancelUpload'],
    ['PROC-06', { status: 'waiting', isInterrupted: true, can: none }, 'Upload has been interrupted: -'],
    ['recorded', { status: 'waiting', isRecording: true }, 'Recording: -'],
    [
      'recorded',
      { status: 'waiting', isRecording: true, isInterrupted: true },
      'The recording has stopped arriving: cancelUpload',
    ],
    ['PROC-12', { status: 'uploaded' }, 'Uploaded: abort'],
    ['PROC-12', { status: 'processing' }, 'Processing: abort'],
    ['PROC-12', { status: 'processing', can: none }, 'Processing: -'],
    ['PROC-14', { status: 'processed' }, 'Processed: -'],
    ['PROC-16', { status: 'canceled' }, 'Stopped parsing: resumeAnalysis'],
    ['PROC-16', { status: 'canceled', can: none }, 'Stopped parsing: -'],
    ['PROC-18', { status: 'failed', reason: 'file-not-found' }, 'Upload failed: uploadAgain, support'],
    ['PROC-19', { status: 'failed', reason: 'record-not-found' }, 'Parsing failed: resumeAnalysis, support'],
    [
      'PROC-19',
      { status: 'failed', reason: 'pre-processing-failed' },
      'Pre-processing failed: resumeAnalysis, support',
    ],
    [
      'an unreadable recording',
      { status: 'failed', reason: 'pre-processing-failed', note: 'broken-media' },
      'Pre-processing failed: uploadAgain, support',
    ],
    [
      'a server without ffmpeg',
      { status: 'failed', reason: 'pre-processing-failed', note: 'media-program-missing' },
      'Pre-processing failed: resumeAnalysis, support',
    ],
    ['PROC-19', { status: 'failed', reason: 'timeout' }, 'Process timeout: resumeAnalysis, support'],
    ['PROC-19', { status: 'failed', reason: 'quota-exceeded' }, 'Quota exceeded: resumeAnalysis, support'],
    ['PROC-20', { status: 'failed', reason: 'not-enough-minute' }, 'Not enough minute: startAnalysis'],
    ['PROC-22', { status: 'failed', reason: 'transcript-failed' }, 'Parsing failed: resumeAnalysis, support'],
    ['PROC-23', { status: 'failed', reason: 'no-audio-detected' }, 'No audio detected: manual'],
    ['PROC-23', { status: 'failed', reason: 'no-transcript' }, 'No transcript: manual'],
    [
      'PROC-24',
      { status: 'failed', reason: 'max-file-size-exceeded' },
      'Maximum file size exceeded: uploadAgain, support',
    ],
    ['PROC-25', { status: 'failed' }, 'Failed: resumeAnalysis, support'],
    ['PROC-25', { status: 'failed', can: none }, 'Failed: support'],
    ['PROC-18', { status: 'failed', reason: 'file-not-found', can: none }, 'Upload failed: support'],
  ] satisfies [string, Row, string][])('%s %o: %s', (_, row, text) => {
    expect(written(row)).toBe(text)
  })

  it('PROC-02 PROC-17 every status and every reason has a text', () => {
    for (const status of fileStatus.options) expect(written({ status })).not.toMatch(/undefined/)
    for (const reason of failedReason.options) expect(written({ status: 'failed', reason })).not.toMatch(/undefined/)
  })
})

it.each([
  ['waiting', true],
  ['uploaded', true],
  ['processing', true],
  ['processed', false],
  ['failed', false],
  ['canceled', false],
] as const)('PROC-32 %s is in progress: %s', (status, expected) => {
  expect(isInProgress({ status })).toBe(expected)
})
