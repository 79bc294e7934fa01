import type { NoteKey } from './files.ts'

/** Notes about a recording that cannot be read: its analysis fails again, however often it is resumed. */
export const UNREADABLE: readonly NoteKey[] = ['not-media', 'broken-media', 'too-long']
