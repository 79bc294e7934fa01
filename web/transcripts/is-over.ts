import type { ProjectFile } from '@kaiwa/contract/files.ts'

/** Whether processing has ended without success. */
export const isOver = (status: ProjectFile['status']): boolean => status === 'failed' || status === 'canceled'
