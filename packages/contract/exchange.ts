// Export and import of a transcript as a file.

import * as z from 'zod'
import { EXPORT_FORMATS, IMPORT_FAULTS, IMPORT_FORMATS, IMPORT_REPAIRS } from './exchange-formats.ts'
import { EXPORT_SUMMARIES } from './summary-words.ts'
import { countQuery, id, locale, switchOf } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

const exportFormat = z.enum(EXPORT_FORMATS)
const yes = switchOf(true)

/** A uuid or `start`. */
const sectionStart = z.string().max(36)

/** Content of an export; `PARTS_OF_FORMAT` lists which switches apply to a format. */
const exportQuery = z.object({
  format: exportFormat,
  speakers: yes,
  times: yes,
  tags: yes,
  sections: yes,
  /** Of the formats in `SUMMARY_FORMATS`: the summary before the transcript. */
  summary: z.enum(EXPORT_SUMMARIES).default('stored'),
  /**
   * Uuids of the first blocks of the wanted sections, `start` for the part before the first section; all if omitted.
   */
  section: z.union([sectionStart.transform((one) => [one]), list(sectionStart, LIMITS.sectionsInAddress)]).optional(),
  /** Language of headings and of names of unknown speakers. */
  language: locale.default('ja'),
})
const ofFile = z.object({ fileId: id })
/** Reading a file may take seconds, so the limit is above what a person needs and below what would slow down others. */
const importLimit = { max: 60, window: 300, key: 'account' } as const
const refusals = ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_UNPROCESSABLE_ENTITY'] as const

/** The saved transcript as a file. E_FORBIDDEN: tables (CSV) are for editors. */
export const exportTranscript = operation({
  name: 'exportTranscript',
  method: 'GET',
  path: '/files/{fileId}/export',
  access: 'session',
  params: ofFile,
  query: exportQuery,
  answer: 'file',
  produces: [
    'text/plain',
    'text/markdown',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/x-subrip',
    'text/vtt',
    'text/csv',
    'application/json',
  ],
  rateLimit: { max: 100, window: 300, key: 'account' },
  response: z.string(),
  errors: refusals,
})

/** The first lines of an export and its file name; for DOCX the text it would contain. */
export const previewExport = operation({
  name: 'previewExport',
  method: 'GET',
  path: '/files/{fileId}/export/preview',
  access: 'session',
  params: ofFile,
  query: exportQuery,
  response: z.object({
    file_name: z.string(),
    text: z.string(),
    is_whole: z.boolean(),
    /** The sections of the transcript to choose from. */
    sections: z.array(z.object({ uuid: z.string(), name: z.string(), start_time: z.number() })),
    /** There are blocks before the first section. */
    has_start: z.boolean(),
    /** A stored summary has something to export: suggested sections are not exported. */
    has_summary: z.boolean(),
  }),
  errors: refusals,
})

/** One error in a file: place, reason, and the text found there. */
export const importProblem = z.object({
  /** Field path as in `errors`: `file`, `cues.3.times`, `blocks.2.terms.7`. */
  path: z.string(),
  fault: z.enum(IMPORT_FAULTS),
  /** Line of the file, from 1; null for a format without lines. */
  line: z.int().nullable(),
  found: z.string().nullable(),
})
export type ImportProblem = z.infer<typeof importProblem>

/** A kind of repair, how often it was made, and the first line. */
const importRepair = z.object({
  repair: z.enum(IMPORT_REPAIRS),
  count: z.int(),
  line: z.int().nullable(),
  /** The original text of the first few: the times of `unreadable` cues. Empty for other repairs. */
  found: z.array(z.string()),
})

/** Content of a file, and the effect of importing it. */
export const importSummary = z.object({
  format: z.enum(IMPORT_FORMATS),
  encoding: z.string(),
  blocks: z.int(),
  characters: z.int(),
  /** Seconds of the first and last word. */
  start_time: z.number(),
  end_time: z.number(),
  sections: z.int(),
  /** Tagged passages. */
  tags: z.int(),
  /** In order of the file; `is_new`: the folder has no speaker with this name yet. */
  speakers: z.array(z.object({ name: z.string(), is_new: z.boolean() })),
  repairs: z.array(importRepair),
  /** The first blocks. */
  preview: z.array(z.object({ start_time: z.number(), speaker: z.string().nullable(), content: z.string() })),
  /** Number of blocks in the current transcript that would be replaced. */
  replaces: z.int(),
  /** Revision of the current transcript, to be sent with `importTranscript`. */
  revision: z.int(),
})
export type ImportSummary = z.infer<typeof importSummary>

/** The fields of the form, without `file`. */
export const importForm = z.object({
  /** Whether `Name:` at the start of a text is the name of the speaker. */
  names: yes,
  /** The revision to be replaced; optional if the file has no transcript yet. */
  revision: countQuery.optional(),
  /** True also while the caller edits the file in some tab, whose unsaved changes then become a draft. */
  take_over: switchOf(false),
})

const TRANSCRIPT_TYPES = ['application/x-subrip', 'text/vtt', 'application/json', 'text/plain'] as const
const transcriptFile = { types: TRANSCRIPT_TYPES, isRequired: true } as const

/** Looks a file through without changing anything. The form has one part, `file`, and may have `names`. */
export const checkImport = operation({
  name: 'checkImport',
  method: 'POST',
  path: '/files/{fileId}/import/check',
  access: 'session',
  consumes: 'multipart',
  form: { fields: importForm.pick({ names: true }), file: transcriptFile },
  params: ofFile,
  bodyLimit: LIMITS.importFileMb * 1_048_576 + 65_536,
  rateLimit: importLimit,
  response: importSummary,
  status: 200,
  errors: refusals,
})

/**
 * Replaces the transcript of a recording by a file: one history entry of kind `import`. E_CONFLICT `revision`: someone
 * has saved in the meantime; `editing`: the caller is editing it; `state`: it is being processed, or has no recording.
 * E_LOCKED: someone else is editing. E_UNPROCESSABLE_ENTITY contains `problems`, see `importProblem`.
 */
export const importTranscript = operation({
  name: 'importTranscript',
  method: 'POST',
  path: '/files/{fileId}/import',
  access: 'session',
  consumes: 'multipart',
  form: { fields: importForm, file: transcriptFile },
  params: ofFile,
  bodyLimit: LIMITS.importFileMb * 1_048_576 + 65_536,
  rateLimit: importLimit,
  response: importSummary.extend({ is_changed: z.boolean() }),
  status: 200,
  errors: [...refusals, 'E_LOCKED'],
})
