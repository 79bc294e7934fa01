// A generation as its person sees it. The rights of today count.
import type { CrmGeneration, CrmValue } from '@kaiwa/contract/crm-deals.ts'
import { KEPT_REASON } from '@kaiwa/contract/crm-words.ts'
import type { Actor } from '../../accounts/actor.ts'
import { presentCitation } from '../../assistant/present-citation.ts'
import { type BlockRow, findCitedBlocks, type SeenFile } from '../../assistant/store/cited-blocks.ts'
import type { StoredQuote } from '../../assistant/store/messages.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { findSummaryFile } from '../../summary/store/files.ts'
import * as policy from '../deals/policy.ts'
import { findGeneration, findNewest, type GenerationRow, isWritten } from './store/generations.ts'
import { findValues, type ValueRow } from './store/values.ts'

interface Shown {
  row: GenerationRow
  file: SeenFile
  blocks: ReadonlyMap<string, BlockRow>
}

/** `number`: of the first citation. */
function presentValue(
  { property, status, previous, value, reason, evidence }: ValueRow,
  number: number,
  { row, file, blocks }: Shown,
  locale: Actor['locale'],
): CrmValue {
  const isKept = status === 'ready' && value === null
  return {
    name: property,
    label: row.properties.properties.find(({ name }) => name === property)?.label ?? property,
    status,
    previous,
    value,
    // The sentence of a value that is not replaced is in the language of its reader (CRM-29).
    reason: isKept ? KEPT_REASON[locale] : reason,
    citations: evidence.map((quote, index) =>
      presentCitation(quote, number + index, file, blocks.get(quote.block_uuid)),
    ),
  }
}

/** Null if the actor may not edit the file any more: the previous values are those of the portal. */
export async function presentGeneration(db: Db | Trx, actor: Actor, row: GenerationRow): Promise<CrmGeneration | null> {
  const file = await findSummaryFile(db, actor, row.file_id)
  if (!file || !policy.edit(file).allowed) return null
  const values = await findValues(db, row.id)
  const uuids = [...new Set(values.flatMap(({ evidence }) => evidence.map((quote) => quote.block_uuid)))]
  const cited = await findCitedBlocks(db, actor, { fileIds: [row.file_id], uuids })
  const shown: Shown = { row, file, blocks: new Map(cited.map((block) => [block.uuid, block])) }
  let number = 1
  return {
    id: row.id,
    project_file_id: row.file_id,
    deal_id: row.deal_id,
    status: row.status,
    error: row.error,
    model: row.model,
    values: values.map((value) => {
      const first = number
      number += value.evidence.length
      return presentValue(value, first, shown, actor.locale)
    }),
    created_at: row.created_at.toISOString(),
  }
}

interface OfPortal {
  fileId: number
  /** The connected one. */
  portalId: string
}

/** The actor's last generation for a file: of the last day, for the connected portal, and not written yet. */
export async function findLastGeneration(
  db: Db | Trx,
  actor: Actor,
  { fileId, portalId }: OfPortal,
): Promise<CrmGeneration | null> {
  const row = await findNewest(db, { personId: actor.id, fileId, portalId })
  return row && !(await isWritten(db, row)) ? presentGeneration(db, actor, row) : null
}

interface GeneratedValue {
  value: string | null
  reason: string
  evidence: StoredQuote[]
}

interface Wanted extends OfPortal {
  actorId: number
  /** Ids of one deal, which may have been merged. */
  dealIds: readonly string[]
  generationId: number
}

/** Reasons and evidence of the values that this person's generation has found for the file and deal; null without one. */
export async function evidenceOf(
  db: Db | Trx,
  { actorId, fileId, portalId, dealIds, generationId }: Wanted,
): Promise<Map<string, GeneratedValue> | null> {
  const row = await findGeneration(db, generationId)
  if (!row || row.requested_by !== actorId || row.file_id !== fileId) return null
  // Another portal can have a deal with the same id.
  if (row.portal_id !== portalId || !dealIds.includes(row.deal_id)) return null
  const ready = (await findValues(db, row.id)).filter(({ status }) => status === 'ready')
  return new Map(ready.map(({ property, value, reason, evidence }) => [property, { value, reason, evidence }]))
}
