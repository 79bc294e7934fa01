// Access rules for the processing of a recording. Which state follows is in lifecycle.ts; a test compares both.
import type { FailedReason } from '@kaiwa/contract/files.ts'
import { UNREADABLE } from '@kaiwa/contract/unreadable.ts'
import type { FileState } from '../files/policy.ts'
import { all, type Decision, editor, type Subject, when } from '../tree/policy.ts'

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

function isResumable({ status, failed_reason: reason, note }: FileState): boolean {
  const isReadable = note === null || !UNREADABLE.includes(note.key)
  return status === 'canceled' || (status === 'failed' && isReadable && !final.includes(reason))
}

/**
 * Resumes after failed or canceled, or recognises again what is missing. A new transcription replaces the transcript, so
 * it is refused after edits made by people.
 */
export function retry(item: Subject, file: FileState): Decision {
  return all(editor(item), when(isResumable(file) || isImprovable(file), 'state'), when(!file.is_edited, 'edited'))
}

/** Recognises the recording again in another language. The transcript is replaced, so edits made by people prevent it. */
export function changeLanguage(item: Subject, file: FileState): Decision {
  return all(
    editor(item),
    when(runs(file) || isResumable(file) || file.status === 'processed', 'state'),
    when(!file.is_edited, 'edited'),
  )
}
