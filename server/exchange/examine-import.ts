import type { ImportSummary } from '@kaiwa/contract/exchange.ts'
import { type Known, readIncoming } from './incoming.ts'
import type { Form } from './read-form.ts'
import { summaryOf } from './summary.ts'

export type Examination = {
  form: Form
  known: Known
  /** Blocks and revision of the transcript as it is. */
  blocks: number
  revision: number
}

/** What a file holds and what would become of the transcript. Pure. Refuses like the import. */
export const examineImport = ({ form, known, blocks, revision }: Examination): ImportSummary => {
  const names = new Set(known.speakers.map(({ name }) => name))
  return summaryOf(readIncoming(form, known), { blocks, revision, names })
}
