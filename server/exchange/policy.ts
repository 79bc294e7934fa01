// Access rules for exports and imports of a transcript.
import type { FileState } from '../files/policy.ts'
import { all, type Decision, when } from '../tree/decision.ts'
import { editor, reader, type Subject } from '../tree/policy.ts'

/** Export of the transcript as a document: allowed for every reader. */
export const exportTranscript = (item: Subject, file: Pick<FileState, 'status'>): Decision =>
  all(reader(item), when(file.status === 'processed', 'state'))

/** Export of the transcript as a table (CSV): allowed for editors, as for tables everywhere. */
export const exportTable = (item: Subject, file: Pick<FileState, 'status'>): Decision =>
  all(editor(item), exportTranscript(item, file))

/** Import of a transcript: allowed for a processed file, and for a failed or canceled one whose recording is playable. */
export const importTranscript = (item: Subject, file: FileState): Decision =>
  all(
    editor(item),
    when(file.status === 'processed' || (file.is_playable && ['failed', 'canceled'].includes(file.status)), 'state'),
  )
