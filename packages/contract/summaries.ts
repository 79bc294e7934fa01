// The summary of a file, written by a model: one for all who see the file. Its items cite passages of the transcript.
// Without a model nothing is stored; the browser and exports extract passages from the transcript.
import * as z from 'zod'
import { chatError, citation } from './chat-messages.ts'
import { asking, changing, chatModel, counter } from './chat-parts.ts'
import { count, hasVisible, id, instant, person } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { SUMMARY_NOTES, SUMMARY_PARTS, SUMMARY_STATUSES } from './summary-words.ts'

export const summaryPartName = z.enum(SUMMARY_PARTS)

export const summaryItem = z.object({
  /** A uuid, the same as long as the item exists. */
  id: z.string(),
  /** Plain text. Of `sections`: the name of the section. */
  text: z.string(),
  /** Of `to_dos`: who does it and until when, as it was said. Null for other parts. */
  owner: z.string().nullable(),
  due: z.string().nullable(),
  /** Of `sections`: the block at which the section would begin. Null for other parts. */
  block_uuid: z.string().nullable(),
  /** Seconds in the recording: of the block of a section, otherwise of the first citation; null without one. */
  time: z.number().nullable(),
  /** Numbers count through the part. Empty for an item that a person added. */
  citations: z.array(citation),
  /** Changed or added by a person. */
  is_edited: z.boolean(),
})
export type SummaryItem = z.infer<typeof summaryItem>

export const summaryPart = z.object({
  part: summaryPartName,
  status: z.enum(SUMMARY_STATUSES),
  /** Of `failed`. */
  error: chatError.nullable(),
  /** In order. While the part is being written again, the earlier ones. */
  items: z.array(summaryItem),
  /** The text of the transcript changed since the part was written. */
  is_outdated: z.boolean(),
  /** Raised by every change of the items; 0 before the first. Sent back with an edit. */
  version: z.int(),
  generated_at: instant.nullable(),
  edited_by: person.nullable(),
  edited_at: instant.nullable(),
})
export type SummaryPart = z.infer<typeof summaryPart>

export const summary = z.object({
  file_id: z.int(),
  /** All parts in display order. */
  parts: z.array(summaryPart),
  /** A part is being written. */
  is_writing: z.boolean(),
  /** Why nothing can be generated; null if the next generation of the caller is written by `model`. */
  note: z.enum(SUMMARY_NOTES).nullable(),
  model: chatModel.nullable(),
  ...counter,
  can: z.object({
    /** The role allows to generate, to cancel and to edit; `note` and `is_writing` are not considered. */
    edit: z.boolean(),
    /** Switch summaries on and off for the workspace: its owner. */
    switch: z.boolean(),
  }),
})
export type Summary = z.infer<typeof summary>

const text = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.summaryTextLength, { abort: true })
  .refine((value) => value === '' || hasVisible(value), { params: { code: 'required' } })

const detail = z
  .string()
  .trim()
  .max(LIMITS.summaryDetailLength)
  .nullable()
  .default(null)
  .transform((value) => value || null)

/** An item of an edit: an earlier one, or a new one without citations. Sections cannot be added. */
export const editedItem = z.object({
  /** Id of an item that the part has; null for a new one. */
  id: z.uuid().nullable(),
  /** At most `LIMITS.sectionNameLength` for a section. */
  text,
  /** Of `to_dos` only; ignored for other parts. */
  owner: detail,
  due: detail,
  /** Numbers of its citations that are kept; all if left out. */
  citations: list(count, LIMITS.citationsPerItem).optional(),
})
export type EditedItem = z.input<typeof editedItem>

const ofFile = z.object({ fileId: id })
const changeErrors = ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_TOO_MANY_REQUESTS'] as const

export const getSummary = operation({
  name: 'getSummary',
  method: 'GET',
  path: '/files/{fileId}/summary',
  access: 'session',
  params: ofFile,
  response: summary,
  errors: ['E_NOT_FOUND'],
})

/**
 * Writes parts with a model; counts as one chat. The items of a part are replaced when the part is ready. `reason` of
 * E_CONFLICT: `processing` while a part is being written, otherwise the note of the summary (`off`, `not-ready`,
 * `no-model`, `no-consent`). WORKSPACE_EXCEED_MAX_USAGE_QUOTA: no chat is left.
 */
export const generateSummary = operation({
  name: 'generateSummary',
  method: 'POST',
  path: '/files/{fileId}/summary/generate',
  access: 'session',
  params: ofFile,
  body: z.object({
    parts: list(summaryPartName, SUMMARY_PARTS.length)
      .min(1)
      .default([...SUMMARY_PARTS]),
  }),
  response: summary,
  errors: [...changeErrors, 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA'],
  rateLimit: asking,
})

/** Ends the generation. Finished parts stay; the others are as they were before it. Does nothing if none runs. */
export const cancelSummary = operation({
  name: 'cancelSummary',
  method: 'POST',
  path: '/files/{fileId}/summary/cancel',
  access: 'session',
  params: ofFile,
  response: summary,
  errors: changeErrors,
  rateLimit: changing,
})

/**
 * Replaces the items of a part. `reason` of E_CONFLICT: `version` if the part has another version than the given one,
 * `processing` while it is being written, `not-ready` while the file is not processed. An unknown id or citation is refused
 * with `incorrect`.
 */
export const editSummary = operation({
  name: 'editSummary',
  method: 'PUT',
  path: '/files/{fileId}/summary',
  access: 'session',
  params: ofFile,
  body: z.object({ part: summaryPartName, version: count, items: list(editedItem, LIMITS.itemsPerSummaryPart) }),
  response: summary,
  errors: changeErrors,
  rateLimit: changing,
})

export const summarySetting = z.object({
  /** Summaries may be generated, and a new recording gets one automatically. */
  is_on: z.boolean(),
  can: z.object({ change: z.boolean() }),
})
export type SummarySetting = z.infer<typeof summarySetting>

/** Whether the caller's workspace uses summaries. */
export const getSummarySetting = operation({
  name: 'getSummarySetting',
  method: 'GET',
  path: '/workspace/summaries',
  access: 'session',
  response: summarySetting,
})

/** The owner switches summaries of the workspace on or off. Off ends all that are being written; stored ones stay. */
export const changeSummarySetting = operation({
  name: 'changeSummarySetting',
  method: 'PUT',
  path: '/workspace/summaries',
  access: 'session',
  body: z.object({ is_on: z.boolean() }),
  response: summarySetting,
  errors: ['E_FORBIDDEN', 'E_TOO_MANY_REQUESTS'],
  rateLimit: changing,
})
