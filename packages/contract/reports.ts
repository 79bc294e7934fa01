// Reports of a folder: the words, passages or blocks of its files by two classifications, as rows, table and CSV.
import * as z from 'zod'
import { id, instant, locale, numberOf, page, pageQuery } from './fields.ts'
import { file } from './files.ts'
import { scopeQuery } from './folder-scope.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { checkPair, CLASSIFICATIONS, EMOTION_FILTERS, KEYWORD_OPTIONS, NO_SPEAKER } from './report-pairs.ts'
import { searchWords } from './search.ts'
import { speaker } from './speakers.ts'
import { tag } from './tags.ts'
import { block, tagUsage } from './transcripts.ts'

const classification = z.enum(CLASSIFICATIONS)

/** One value of a query string, or the parameter repeated for several. */
function several<T extends z.ZodType>(one: T) {
  return z.union([one.transform((value) => [value]), list(one, LIMITS.reportFilterValues)])
}

const filters = {
  first_condition: classification,
  second_condition: classification,
  /** Dictionary form of a word, without regard to case. */
  keyword: z.string().trim().max(LIMITS.keywordLength).optional(),
  /** Part of speech as type of a term; all if omitted. */
  keyword_option: numberOf(KEYWORD_OPTIONS).optional(),
  /** Ids of tags, of which one is enough. */
  tags: several(id).optional(),
  emotion: z.enum(EMOTION_FILTERS).default('all'),
  /** Ids of speakers, of which one is enough; 0 for all, -1 for blocks without a speaker. */
  speakers: several(z.coerce.number().int().min(NO_SPEAKER).max(LIMITS.integerMax)).optional(),
  search_text: searchWords.optional(),
  scope: scopeQuery,
}

function reportQuery<const S extends z.ZodRawShape>(more: S) {
  return z.object({ ...filters, ...more }).superRefine((query, context) => {
    const { first_condition: first, second_condition: second } = query as unknown as {
      first_condition: z.output<typeof classification>
      second_condition: z.output<typeof classification>
    }
    const result = checkPair({ first, second })
    if (result === 'allowed') return
    const code = result === 'same' ? 'unique' : 'mismatch'
    context.addIssue({ code: 'custom', path: ['second_condition'], params: { code } })
  })
}

const inFolder = z.object({ projectId: id })

/**
 * One occurrence. `content` is set if it is a block, otherwise `transcript_block` is. Long texts are cut to
 * `LIMITS.reportTextLength`, for a word or passage around it.
 */
export const reportRow = z.object({
  /** Id of the block. */
  id: z.int(),
  project_id: z.int(),
  project_file_id: z.int(),
  /** Uuid of the block. */
  uuid: z.string(),
  content: z.string().optional(),
  transcript_block: block
    .pick({ content: true, start_time: true })
    // Passages of tags within `content`; their offsets are those in `content`. At most `LIMITS.reportTags`.
    .extend({ updated_at: instant, tags: z.array(tagUsage) })
    .optional(),
  /** Dictionary form of the word. */
  keyword: z.string().nullable(),
  keyword_option: z.literal(KEYWORD_OPTIONS).nullable(),
  tag: tag.pick({ id: true, name: true, appearance: true }).nullable(),
  sentiment: z.number(),
  speaker: speaker.pick({ id: true, name: true, avatar: true }).nullable(),
  updated_at: instant,
  project_file: file.pick({ id: true, title: true, project_id: true }),
  /** Seconds at which it plays. */
  time: z.number(),
  /** The word or passage in `transcript_block.content`. */
  mark: z.object({ start: z.int(), end: z.int() }).nullable(),
})
export type ReportRow = z.infer<typeof reportRow>

/** The rows of a report, 50 per page: files by id, newest first, each in reading order. */
export const listReportRows = operation({
  name: 'listReportRows',
  method: 'GET',
  path: '/projects/{projectId}/reports',
  access: 'session',
  params: inFolder,
  query: reportQuery({ page: pageQuery }),
  response: page(reportRow).extend({
    /** Number of all rows, and of those that a CSV of the caller contains; 0 without the right to it. */
    total: z.int(),
    exportable: z.int(),
  }),
  errors: ['E_NOT_FOUND'],
})

/**
 * A value of a classification. `key` is the id of a tag or speaker, an emotion, type and dictionary form of a word in
 * lower case (`3:crm`), or empty for sentence. `seconds`: talk time of the blocks that are counted or contain what is counted.
 */
export const reportValue = z.object({
  key: z.string(),
  name: z.string().nullable(),
  appearance: z.string().nullable(),
  speaker: speaker.pick({ id: true, name: true, avatar: true }).nullable(),
  count: z.int(),
  seconds: z.number(),
})
export type ReportValue = z.infer<typeof reportValue>

/**
 * Counts and seconds of each combination of two values. Rows are those of the first classification, unless it is
 * sentence, which is always the only column. Values are ordered by count, emotions from positive to negative.
 * Only the most frequent ones are listed; `row_count` and `column_count` count all.
 */
export const getReportTable = operation({
  name: 'getReportTable',
  method: 'GET',
  path: '/projects/{projectId}/reports/table',
  access: 'session',
  params: inFolder,
  query: reportQuery({}),
  response: z.object({
    rows: z.array(reportValue),
    columns: z.array(reportValue),
    /** Combinations without occurrences are left out. `row` and `column` are keys. */
    cells: z.array(z.object({ row: z.string(), column: z.string(), count: z.int(), seconds: z.number() })),
    row_count: z.int(),
    column_count: z.int(),
    count: z.int(),
    seconds: z.number(),
  }),
  errors: ['E_NOT_FOUND'],
})
export type ReportTable = z.infer<typeof getReportTable.response>

/**
 * All rows of a report as CSV, from the files that the caller may edit. Rights are read again during the answer; it is cut
 * off when the caller loses them.
 */
export const exportReport = operation({
  name: 'exportReport',
  method: 'GET',
  path: '/projects/{projectId}/reports/export',
  access: 'session',
  params: inFolder,
  /** Language of headings and of names that the product made. */
  query: reportQuery({ language: locale.default('ja') }),
  answer: 'file',
  produces: ['text/csv'],
  rateLimit: { max: 100, window: 300, key: 'account' },
  response: z.string(),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN'],
})
