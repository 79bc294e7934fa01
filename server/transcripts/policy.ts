// Access rules for the transcript of a file.
import type { FileState } from '../files/policy.ts'
import { all, type Decision, editor, type Subject, when } from '../tree/policy.ts'

export function edit(item: Subject, file: Pick<FileState, 'status'>): Decision {
  return all(editor(item), when(file.status === 'processed', 'state'))
}
