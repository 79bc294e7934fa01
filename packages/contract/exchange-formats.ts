// Export and import formats of a transcript. No zod in this file, because the browser imports it.

/** In display order. */
export const EXPORT_FORMATS = ['txt', 'md', 'docx', 'srt', 'vtt', 'csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Parts that can be left out of an export. */
export const EXPORT_PARTS = ['speakers', 'times', 'tags', 'sections'] as const
export type ExportPart = (typeof EXPORT_PARTS)[number]

/** Optional parts by format: subtitles always have times, and JSON is always complete. */
export const PARTS_OF_FORMAT: Readonly<Record<ExportFormat, readonly ExportPart[]>> = {
  txt: EXPORT_PARTS,
  md: EXPORT_PARTS,
  docx: EXPORT_PARTS,
  srt: ['speakers'],
  vtt: ['speakers', 'sections'],
  csv: EXPORT_PARTS,
  json: [],
}

/** Id of the part before the first section, in a list of section uuids. */
export const BEFORE_SECTIONS = 'start'

export const IMPORT_FORMATS = ['srt', 'vtt', 'json'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Reasons why a file is refused: keys of the browser's texts (`exchange.faults.…`). */
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
  'too-much-text',
  'json',
  'version',
  'shape',
  'reference',
  'repeated',
  'characters',
  'term',
] as const
export type ImportFault = (typeof IMPORT_FAULTS)[number]

/** Repairs and warnings of an import: keys of the browser's texts (`exchange.repairs.…`). */
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
