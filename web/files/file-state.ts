// Status text and actions of a file row, as data. Permissions come with the file (`can`); this module only decides
// which action belongs to which state (decisions: 'Processing actions').
import type { FailedReason, ProjectFile } from '@kaiwa/contract/files.ts'
import { UNREADABLE } from '@kaiwa/contract/unreadable.ts'

export type FileAction =
  | 'resumeAnalysis'
  | 'startAnalysis'
  | 'uploadAgain'
  | 'resumeUpload'
  | 'cancelUpload'
  | 'abort'
  | 'support'
  | 'manual'

/** `label` is a key of `status.…` in the texts. */
export interface FileState {
  label: string
  tone: 'running' | 'done' | 'stopped' | 'failed'
  /** Shows a progress bar: bytes or estimated time. */
  hasProgress: boolean
  actions: readonly FileAction[]
}

const FAILED: Record<FailedReason, { label: string; actions: readonly FileAction[] }> = {
  'file-not-found': { label: 'uploadFailed', actions: ['uploadAgain', 'support'] },
  'record-not-found': { label: 'parsingFailed', actions: ['resumeAnalysis', 'support'] },
  'no-audio-detected': { label: 'noAudio', actions: ['manual'] },
  'no-transcript': { label: 'noTranscript', actions: ['manual'] },
  'max-file-size-exceeded': { label: 'tooLarge', actions: ['uploadAgain', 'support'] },
  'quota-exceeded': { label: 'quotaExceeded', actions: ['resumeAnalysis', 'support'] },
  'not-enough-minute': { label: 'notEnoughMinute', actions: ['startAnalysis'] },
  'pre-processing-failed': { label: 'preProcessingFailed', actions: ['resumeAnalysis', 'support'] },
  'transcript-failed': { label: 'parsingFailed', actions: ['resumeAnalysis', 'support'] },
  timeout: { label: 'timeout', actions: ['resumeAnalysis', 'support'] },
}

/** A recording that cannot be read fails again when it is resumed. */
const UNREADABLE_ACTIONS: readonly FileAction[] = ['uploadAgain', 'support']

type Described = Pick<ProjectFile, 'status' | 'failed_reason' | 'note' | 'can' | 'is_recording'>

function allowedActions(actions: readonly FileAction[], can: Described['can']): readonly FileAction[] {
  return actions.filter((action) => {
    if (action === 'resumeAnalysis' || action === 'startAnalysis') return can.retry
    if (action === 'abort') return can.cancel
    // An editor's permission that is true in every state; `edit` is false until the file is processed.
    if (action === 'resumeUpload' || action === 'cancelUpload' || action === 'uploadAgain') return can.rename
    return true
  })
}

/** `isInterrupted`: no client is sending the bytes of a waiting file. */
export function fileState(
  { status, failed_reason, note, can, is_recording: isRecording }: Described,
  isInterrupted: boolean,
): FileState {
  switch (status) {
    case 'waiting':
      // Only the browser that records can go on with it.
      if (isRecording)
        return isInterrupted
          ? {
              label: 'recordingStalled',
              tone: 'stopped',
              hasProgress: false,
              actions: allowedActions(['cancelUpload'], can),
            }
          : { label: 'recording', tone: 'running', hasProgress: false, actions: [] }
      return isInterrupted
        ? {
            label: 'interrupted',
            tone: 'stopped',
            hasProgress: false,
            actions: allowedActions(['resumeUpload', 'cancelUpload'], can),
          }
        : { label: 'waiting', tone: 'running', hasProgress: true, actions: [] }
    case 'uploaded':
    case 'processing':
      return { label: status, tone: 'running', hasProgress: true, actions: allowedActions(['abort'], can) }
    case 'processed':
      return { label: 'processed', tone: 'done', hasProgress: false, actions: [] }
    case 'canceled':
      return {
        label: 'canceled',
        tone: 'stopped',
        hasProgress: false,
        actions: allowedActions(['resumeAnalysis'], can),
      }
    case 'failed': {
      const { label, actions } = failed_reason
        ? FAILED[failed_reason]
        : { label: 'failed', actions: ['resumeAnalysis', 'support'] as const }
      const offered = note && UNREADABLE.includes(note.key) ? UNREADABLE_ACTIONS : actions
      return { label, tone: 'failed', hasProgress: false, actions: allowedActions(offered, can) }
    }
  }
}
