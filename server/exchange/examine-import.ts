import type { ImportSummary } from '@kaiwa/contract/exchange.ts'
import { type Known, readIncoming } from './incoming.ts'
import type { Form } from './read-form.ts'
import { summaryOf } from './summary.ts'

export type Examination = {
  form: Form
  known: Known
  /** Number of blocks and revision of the current transcript. */
  blocks: number
  revision: number
}

/** Summarises a file and what its import would replace. Pure. Refuses like the import. */
export const examineImport = ({ form, known, blocks, revision }: Examination): ImportSummary => {
  const names = new Set(known.speakers.map(({ name }) => name))
  return summaryOf(readIncoming(form, known), { blocks, revision, names })
}
