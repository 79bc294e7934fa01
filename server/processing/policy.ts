// Access rules for the processing of a recording. Which state follows is in lifecycle.ts; a test compares both.
import type { FailedReason } from '@kaiwa/contract/files.ts'
import type { FileState } from '../files/policy.ts'
import { all, type Decision, when } from '../tree/decision.ts'
import { editor, type Subject } from '../tree/policy.ts'

function runs(file: FileState): boolean {
  return file.status === 'uploaded' || file.status === 'processing'
}

// Reasons after which processing cannot resume: the recording is missing or contains nothing to transcribe.
const final: readonly (FailedReason | null)[] = [
  'file-not-found',
  'max-file-size-exceeded',
  'no-audio-detected',
  'no-transcript',
]

export function cancel(item: Subject, file: FileState): Decision {
  return all(editor(item), when(runs(file), 'state'))
}

/** Cancels the processing and starts it again. */
export function redo(item: Subject, file: FileState): Decision {
  return cancel(item, file)
}

/**
 * A transcript that a new transcription may improve: its language was only assumed (by an earlier version), or passages
 * are missing.
 */
function isImprovable(file: FileState): boolean {
  return file.status === 'processed' && (file.note?.key === 'language-assumed' || file.note?.key === 'parts-missing')
}

/**
 * Resumes after failed or canceled, or recognises again what is missing. A new transcription replaces the transcript, so
 * it is refused after edits made by people.
 */
export function retry(item: Subject, file: FileState): Decision {
  const resumable = file.status === 'canceled' || (file.status === 'failed' && !final.includes(file.failed_reason))
  return all(editor(item), when(resumable || isImprovable(file), 'state'), when(!file.is_edited, 'edited'))
}
