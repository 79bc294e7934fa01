// The stages of a file, apart from their texts and actions (`file-state.ts`), which few pages need.
import type { ProjectFile } from '@kaiwa/contract/files.ts'

const IN_PROGRESS = new Set<ProjectFile['status']>(['waiting', 'uploaded', 'processing'])

/** A file in progress cannot be selected and has no row menu (PROC-32). */
export function isInProgress({ status }: Pick<ProjectFile, 'status'>): boolean {
  return IN_PROGRESS.has(status)
}

/** Whether processing has ended without success. */
export function hasStopped(status: ProjectFile['status']): boolean {
  return status === 'failed' || status === 'canceled'
}
