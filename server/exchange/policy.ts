// Access rules for exports and imports of a transcript.
import type { FileState } from '../files/policy.ts'
import { all, type Decision, editor, reader, type Subject, when } from '../tree/policy.ts'

/** Export of the transcript as a document: allowed for every reader. */
export function exportTranscript(item: Subject, file: Pick<FileState, 'status'>): Decision {
  return all(reader(item), when(file.status === 'processed', 'state'))
}

/** Export of the transcript as a table (CSV): allowed for editors, as for tables everywhere. */
export function exportTable(item: Subject, file: Pick<FileState, 'status'>): Decision {
  return all(editor(item), exportTranscript(item, file))
}

/** Import of a transcript: allowed for a processed file, and for a failed or canceled one whose recording is playable. */
export function importTranscript(item: Subject, file: FileState): Decision {
  return all(
    editor(item),
    when(file.status === 'processed' || (file.is_playable && ['failed', 'canceled'].includes(file.status)), 'state'),
  )
}
