// Status text and actions of a file row, as data. Permissions come with the file (`can`); this module only decides
// which action belongs to which state (decisions: 'Processing actions').
import type { FailedReason, ProjectFile } from '@kaiwa/contract/files.ts'

export type Offer =
  | 'resumeAnalysis'
  | 'startAnalysis'
  | 'uploadAgain'
  | 'resumeUpload'
  | 'cancelUpload'
  | 'abort'
  | 'support'
  | 'manual'

/** `label` is a key of `status.…` in the texts. */
export type FileState = {
  label: string
  tone: 'running' | 'done' | 'stopped' | 'failed'
  /** Shows a progress bar: bytes or estimated time. */
  hasProgress: boolean
  offers: readonly Offer[]
}

const FAILED: Record<FailedReason, { label: string; offers: readonly Offer[] }> = {
  'file-not-found': { label: 'uploadFailed', offers: ['uploadAgain', 'support'] },
  'record-not-found': { label: 'parsingFailed', offers: ['resumeAnalysis', 'support'] },
  'no-audio-detected': { label: 'noAudio', offers: ['manual'] },
  'no-transcript': { label: 'noTranscript', offers: ['manual'] },
  'max-file-size-exceeded': { label: 'tooLarge', offers: ['uploadAgain', 'support'] },
  'quota-exceeded': { label: 'quotaExceeded', offers: ['resumeAnalysis', 'support'] },
  'not-enough-minute': { label: 'notEnoughMinute', offers: ['startAnalysis'] },
  'pre-processing-failed': { label: 'preProcessingFailed', offers: ['resumeAnalysis', 'support'] },
  'transcript-failed': { label: 'parsingFailed', offers: ['resumeAnalysis', 'support'] },
  timeout: { label: 'timeout', offers: ['resumeAnalysis', 'support'] },
}

type Described = Pick<ProjectFile, 'status' | 'failed_reason' | 'can'>

const offersOf = (offers: readonly Offer[], can: Described['can']): readonly Offer[] =>
  offers.filter((offer) => {
    if (offer === 'resumeAnalysis' || offer === 'startAnalysis') return can.retry
    if (offer === 'abort') return can.cancel
    // An editor's permission that is true in every state; `edit` is false until the file is processed.
    if (offer === 'resumeUpload' || offer === 'cancelUpload') return can.rename
    return true
  })

/** `isInterrupted`: no client is sending the bytes of a waiting file. */
export const fileState = ({ status, failed_reason, can }: Described, isInterrupted: boolean): FileState => {
  switch (status) {
    case 'waiting':
      return isInterrupted
        ? {
            label: 'interrupted',
            tone: 'stopped',
            hasProgress: false,
            offers: offersOf(['resumeUpload', 'cancelUpload'], can),
          }
        : { label: 'waiting', tone: 'running', hasProgress: true, offers: [] }
    case 'uploaded':
    case 'processing':
      return { label: status, tone: 'running', hasProgress: true, offers: offersOf(['abort'], can) }
    case 'processed':
      return { label: 'processed', tone: 'done', hasProgress: false, offers: [] }
    case 'canceled':
      return { label: 'canceled', tone: 'stopped', hasProgress: false, offers: offersOf(['resumeAnalysis'], can) }
    case 'failed': {
      const { label, offers } = failed_reason
        ? FAILED[failed_reason]
        : { label: 'failed', offers: ['resumeAnalysis', 'support'] as const }
      return { label, tone: 'failed', hasProgress: false, offers: offersOf(offers, can) }
    }
  }
}

const IN_PROGRESS = new Set<ProjectFile['status']>(['waiting', 'uploaded', 'processing'])

/** A file in progress cannot be selected and has no row menu (PROC-32). */
export const isInProgress = ({ status }: Pick<ProjectFile, 'status'>): boolean => IN_PROGRESS.has(status)
