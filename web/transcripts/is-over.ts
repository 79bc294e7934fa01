import type { ProjectFile } from '@kaiwa/contract/files.ts'

/** Nothing more will come by itself. */
export const isOver = (status: ProjectFile['status']): boolean => status === 'failed' || status === 'canceled'
