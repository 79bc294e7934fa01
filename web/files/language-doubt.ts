import type { ProjectFile } from '@kaiwa/contract/files.ts'

/** True if the language of a transcript was not chosen by a user and can still be changed. */
export function isLanguageDoubtful({
  status,
  note,
  detected_language: detected,
  can,
}: Pick<ProjectFile, 'status' | 'note' | 'detected_language' | 'can'>): boolean {
  return status === 'processed' && can.change_language && (detected !== null || note?.key === 'language-assumed')
}
