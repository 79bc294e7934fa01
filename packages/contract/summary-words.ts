// Words of the summary of a file on the wire. No zod in this file, because the browser imports it.

/** Parts of a summary in display order. */
export const SUMMARY_PARTS = ['overview', 'decisions', 'to_dos', 'sections'] as const
export type SummaryPartName = (typeof SUMMARY_PARTS)[number]

/** Parts that an export contains, in its order: suggestions are not exported. */
export const EXPORTED_PARTS = ['overview', 'decisions', 'to_dos'] as const satisfies readonly SummaryPartName[]
export type ExportedPart = (typeof EXPORTED_PARTS)[number]

/** `none`: never written. `failed`: the last attempt ended with an error; items of an earlier one stay. */
export const SUMMARY_STATUSES = ['none', 'writing', 'ready', 'failed'] as const

/**
 * Why no summary can be generated now, the first that applies. `off`: the owner of the workspace has not switched
 * summaries on. `not-ready`: the file has no finished transcript with text. `no-model`: no model is connected.
 * `no-consent`: the owner has not agreed to its provider. `no-chat`: no chat is left in the current month.
 */
export const SUMMARY_NOTES = ['off', 'not-ready', 'no-model', 'no-consent', 'no-chat'] as const

/** `reason` of E_CONFLICT when the part was changed after the given version. */
export const VERSION_REASON = 'version'

/** Formats of an export that can contain a summary. */
export const SUMMARY_FORMATS = ['txt', 'md', 'docx'] as const

/**
 * The summary in an export. `stored`: if one exists. `extracted`: if none exists, the passages found without a model.
 */
export const EXPORT_SUMMARIES = ['stored', 'extracted', 'none'] as const
export type ExportSummary = (typeof EXPORT_SUMMARIES)[number]
