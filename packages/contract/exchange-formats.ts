// What a transcript can leave and enter as. No schema in here: the browser's dialogs read it as well.

/** In the order in which they are offered. */
export const EXPORT_FORMATS = ['txt', 'md', 'docx', 'srt', 'vtt', 'csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What may be left out of an export. */
export const EXPORT_PARTS = ['speakers', 'times', 'tags', 'sections'] as const
export type ExportPart = (typeof EXPORT_PARTS)[number]

/** What can be left out of which format: subtitles are nothing without times, and JSON loses nothing. */
export const PARTS_OF_FORMAT: Readonly<Record<ExportFormat, readonly ExportPart[]>> = {
  txt: EXPORT_PARTS,
  md: EXPORT_PARTS,
  docx: EXPORT_PARTS,
  srt: ['speakers'],
  vtt: ['speakers', 'sections'],
  csv: EXPORT_PARTS,
  json: [],
}

/** Stands for what comes before the first section, among the uuids of blocks that begin one. */
export const BEFORE_SECTIONS = 'start'

export const IMPORT_FORMATS = ['srt', 'vtt', 'json'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Why a file is refused: keys of the browser's sentences (`exchange.faults.…`). */
export const IMPORT_FAULTS = [
  'too-large',
  'encoding',
  'unknown-format',
  'no-cues',
  'times',
  'times-order',
  'past-end',
  'too-many-blocks',
  'too-many-names',
  'too-long',
  'json',
  'version',
  'shape',
  'reference',
  'repeated',
  'characters',
  'term',
] as const
export type ImportFault = (typeof IMPORT_FAULTS)[number]

/** What was mended on the way in, or is worth a look: keys of the browser's sentences (`exchange.repairs.…`). */
export const IMPORT_REPAIRS = [
  'unreadable',
  'sorted',
  'overlapping',
  'empty',
  'characters',
  'markup',
  'ignored',
  'clipped',
  'past-end',
  'names',
] as const
export type ImportRepair = (typeof IMPORT_REPAIRS)[number]
