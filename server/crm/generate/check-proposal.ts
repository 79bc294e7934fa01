// Decides whether what a model proposes is offered: its quotes occur in their blocks, its value fits the property, and the
// quotes name it. The model is not trusted in any of this.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { checkValue } from '@kaiwa/deals/check-value.ts'
import type { Day } from '@kaiwa/deals/days.ts'
import type { PortalSettings, Property } from '@kaiwa/deals/property.ts'
import type { TalkBlock } from '@kaiwa/deals/rules/sentences.ts'
import { supportedValue } from '@kaiwa/deals/rules/supports.ts'
import { checkQuotes, type Cite } from '../../assistant/check-quotes.ts'
import { plainLine } from '../../assistant/plain-line.ts'
import type { BlockIds } from '../../assistant/prompt.ts'
import type { RawProposal } from './read-proposals.ts'
import type { Finding } from './store/values.ts'

const MAX_REASON = 500

/** Nothing that the conversation supports: the previous value is kept. */
export const KEPT: Finding = { value: null, reason: '', evidence: [] }

export interface Conversation {
  settings: PortalSettings
  /** Day of the recording in the time zone of the portal. */
  on: Day
  /** All blocks; the id is the uuid. */
  blocks: readonly TalkBlock[]
  ids: BlockIds
  cite: Cite
}

/** The offered value of a proposal; `KEPT` if it is not supported. */
export function checkProposal(property: Property, proposal: RawProposal, talk: Conversation): Finding {
  if (proposal.value === null) return KEPT
  const { settings, on, blocks, ids, cite } = talk
  const isText = property.type === 'string'
  const written = isText ? plainLine(proposal.value, LIMITS.crmValueLength) : proposal.value
  const checked = checkValue(property, settings, written, on)
  if (!('value' in checked) || checked.value === '') return KEPT
  const evidence = checkQuotes(proposal.quotes, ids, cite).slice(0, LIMITS.citationsPerItem)
  const quotes = evidence.map(({ block_uuid: block, quote }) => ({ block, quote }))
  const supported = supportedValue(property, settings, blocks, on, { value: checked.value, quotes })
  // A text may be what was said instead of what was proposed.
  const value = isText ? plainLine(supported ?? '', LIMITS.crmValueLength) : supported
  if (value === null || value === '') return KEPT
  // The reason of a text is what was said, in the words of the transcript.
  const reason = isText ? evidence[0]!.quote : plainLine(proposal.reason, MAX_REASON) || evidence[0]!.quote
  return { value, reason, evidence }
}
