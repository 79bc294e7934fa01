// Access rules for the recording itself.
import type { FileState } from '../files/policy.ts'
import { all, type Decision, editor, mayEdit, reader, type Subject, when } from '../tree/policy.ts'

/** Download of the original recording, after its upload is complete. */
export function download(item: Subject, file: FileState): Decision {
  return all(editor(item), when(file.status !== 'waiting' && file.failed_reason !== 'file-not-found', 'state'))
}

/** Export of a part of the recording, which is cut out of its stream. Requires the same role as `download`. */
export function clip(item: Subject, file: Pick<FileState, 'has_stream'>): Decision {
  return all(editor(item), when(file.has_stream, 'state'))
}

/**
 * Playback of the original recording. Editors may always play it. Viewers may play it until a stream exists; then they
 * play the stream.
 */
export function playOriginal(item: Subject, file: { has_stream: boolean }): Decision {
  return all(reader(item), when(mayEdit(item) || !file.has_stream, 'role'))
}
