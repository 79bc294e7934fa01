import type { ImportSummary } from '@kaiwa/contract/exchange.ts'
import { type FileContext, parseImport } from './parse-import.ts'
import type { Form } from './read-form.ts'
import { summaryOf } from './import-summary.ts'

export interface Examination {
  form: Form
  context: FileContext
  /** Number of blocks and revision of the current transcript. */
  blocks: number
  revision: number
}

/** Summarises a file and what its import would replace. Pure. Refuses like the import. */
export function examineImport({ form, context, blocks, revision }: Examination): ImportSummary {
  const names = new Set(context.speakers.map(({ name }) => name))
  return summaryOf(parseImport(form, context), { blocks, revision, names })
}
