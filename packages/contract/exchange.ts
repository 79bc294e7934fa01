// A transcript goes out as a file that people or other programs read, and comes in from one.

import * as z from 'zod'
import { EXPORT_FORMATS, IMPORT_FAULTS, IMPORT_FORMATS, IMPORT_REPAIRS } from './exchange-formats.ts'
import { countQuery, id, locale, switchOf } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

const exportFormat = z.enum(EXPORT_FORMATS)
const yes = switchOf(true)

/** A uuid or `start`. */
const sectionStart = z.string().max(36)

/** What an export holds; `PARTS_OF_FORMAT` says which of the switches mean something to a format. */
const exportQuery = z.object({
  format: exportFormat,
  speakers: yes,
  times: yes,
  tags: yes,
  sections: yes,
  /** Uuids of the blocks that begin the wanted sections, `start` for what comes before the first; all when left out. */
  section: z.union([sectionStart.transform((one) => [one]), list(sectionStart, LIMITS.sectionsInAddress)]).optional(),
  /** Of headings and of speakers nobody knows. */
  language: locale.default('ja'),
})
const ofFile = z.object({ fileId: id })
/** Reading a file through may cost seconds: more than a person asks for, and less than would be felt by others. */
const importLimit = { max: 60, window: 300, key: 'account' } as const
const refusals = ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_UNPROCESSABLE_ENTITY'] as const

/** The transcript as it is saved, as a file. E_FORBIDDEN: tables (CSV) are for editors. */
export const exportTranscript = operation({
  name: 'exportTranscript',
  method: 'GET',
  path: '/files/{fileId}/export',
  access: 'session',
  params: ofFile,
  query: exportQuery,
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

/** The first lines of an export and its name; DOCX shows the text that it would hold. */
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
    /** What can be chosen: the sections of the transcript. */
    sections: z.array(z.object({ uuid: z.string(), name: z.string(), start_time: z.number() })),
    /** Something is said before the first of them. */
    has_start: z.boolean(),
  }),
  errors: refusals,
})

/** One thing that is wrong with a file: where, what, and what stands there. */
export const importProblem = z.object({
  /** Field as in `errors`: `file`, `cues.3.times`, `blocks.2.terms.7`. */
  path: z.string(),
  fault: z.enum(IMPORT_FAULTS),
  /** Line of the file, from 1; null where it has no lines. */
  line: z.int().nullable(),
  found: z.string().nullable(),
})
export type ImportProblem = z.infer<typeof importProblem>

/** What was mended, how often, and the first line of it. */
const importRepair = z.object({
  repair: z.enum(IMPORT_REPAIRS),
  count: z.int(),
  line: z.int().nullable(),
  /** What stood there, of the first few: the times of `unreadable` cues. Empty for the other repairs. */
  found: z.array(z.string()),
})

/** What a file holds, and what would become of the transcript. */
export const importSummary = z.object({
  format: z.enum(IMPORT_FORMATS),
  encoding: z.string(),
  blocks: z.int(),
  characters: z.int(),
  /** Seconds of the first and the last word. */
  start_time: z.number(),
  end_time: z.number(),
  sections: z.int(),
  /** Tagged passages. */
  tags: z.int(),
  /** In the order of the file; `is_new`: nobody of that name is a speaker of the folder yet. */
  speakers: z.array(z.object({ name: z.string(), is_new: z.boolean() })),
  repairs: z.array(importRepair),
  /** The first blocks. */
  preview: z.array(z.object({ start_time: z.number(), speaker: z.string().nullable(), content: z.string() })),
  /** Blocks that the file has now and that would be replaced. */
  replaces: z.int(),
  /** Of the transcript as it is: what `importTranscript` wants to be told. */
  revision: z.int(),
})
export type ImportSummary = z.infer<typeof importSummary>

/** The fields of the form beside `file`. */
export const importForm = z.object({
  /** Whether `Name:` in front of a text says who speaks. */
  names: yes,
  /** The revision that is to be replaced; it may be left out where the file has no transcript yet. */
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
 * Makes a file the transcript of a recording: one entry of the history, of kind `import`. E_CONFLICT `revision`: somebody
 * saved since; `editing`: the caller edits it; `state`: it is being processed, or there is no recording. E_LOCKED:
 * somebody else edits. E_UNPROCESSABLE_ENTITY carries `problems`, see `importProblem`.
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
