import { PROCESSING_REASON } from '@kaiwa/contract/chat-words.ts'
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { OperationArguments } from '@kaiwa/contract/operation.ts'
import type { editSummary as contract } from '@kaiwa/contract/summaries.ts'
import { VERSION_REASON } from '@kaiwa/contract/summary-words.ts'
import { cleanText, isClean } from '@kaiwa/transcript/clean-text.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import type { SummaryNote } from './choose-writer.ts'
import { publishSummary } from './end-generation.ts'
import { newItem } from './new-item.ts'
import { openSummaryForChange } from './open-for-summary.ts'
import { numbersOf, presentSummary } from './present-summary.ts'
import { findParts, saveEdit, type StoredItem } from './store/parts.ts'
import { findSummary, insertSummary } from './store/summaries.ts'

type Body = OperationArguments<typeof contract>['body']
type Edited = Body['items'][number]

/** Errors of an item. `earlier`: the item with its id; `known`: the numbers of its citations. */
function errorsOf(
  { id, text, owner, due, citations = [] }: Edited,
  part: Body['part'],
  earlier: StoredItem | undefined,
  known: readonly number[],
): FieldErrors {
  const isSection = part === 'sections'
  return {
    // Sections cannot be added: their block comes from the model.
    ...((id !== null || isSection) && !earlier && { id: ['incorrect'] }),
    ...(citations.some((number) => !known.includes(number)) && { citations: ['incorrect'] }),
    ...(isSection && text.length > LIMITS.sectionNameLength && { text: ['max'] }),
    ...(!isClean(text) && { text: ['format'] }),
    ...(!isClean(owner ?? '') && { owner: ['format'] }),
    ...(!isClean(due ?? '') && { due: ['format'] }),
  }
}

/** The stored items of an edit. Refuses unknown or repeated ids, and citations of other items. */
function applyEdit({ part, items }: Body, before: readonly StoredItem[]): StoredItem[] {
  const numbers = numbersOf(before)
  const places = new Map(before.map(({ id }, index) => [id, index]))
  const errors: FieldErrors = {}
  const edited = items.map((item, at): StoredItem => {
    const place = places.get(item.id?.toLowerCase() ?? '')
    // An item is used once.
    places.delete(item.id?.toLowerCase() ?? '')
    const earlier = place === undefined ? undefined : before[place]
    const known = place === undefined ? [] : numbers[place]!
    for (const [field, codes] of Object.entries(errorsOf(item, part, earlier, known)))
      errors[`items.${at}.${field}`] = codes
    const details =
      part === 'to_dos'
        ? { owner: item.owner && cleanText(item.owner), due: item.due && cleanText(item.due) }
        : { owner: null, due: null }
    const text = cleanText(item.text)
    const kept = new Set(item.citations ?? known)
    const quotes = (earlier?.quotes ?? []).filter((_, index) => kept.has(known[index]!))
    const isSame =
      earlier !== undefined &&
      earlier.text === text &&
      earlier.owner === details.owner &&
      earlier.due === details.due &&
      quotes.length === earlier.quotes.length
    const changed = { ...details, text, quotes }
    return earlier
      ? { ...earlier, ...changed, is_edited: isSame ? earlier.is_edited : true }
      : newItem({ ...changed, is_edited: true })
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return edited
}

export const editSummary: Handler<typeof contract> = ({ params, body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const { actor, file } = await openSummaryForChange(trx, caller, params.fileId)
    if (file.status !== 'processed') throw new Refusal('E_CONFLICT', { reason: 'not-ready' satisfies SummaryNote })
    await insertSummary(trx, file.id)
    const [summary, parts] = [await findSummary(trx, file.id), await findParts(trx, file.id)]
    const row = parts.find(({ part }) => part === body.part)
    if (row?.status === 'writing') throw new Refusal('E_CONFLICT', { reason: PROCESSING_REASON })
    const conflict = () => new Refusal('E_CONFLICT', { reason: VERSION_REASON })
    if ((row?.version ?? 0) !== body.version) throw conflict()
    const isSaved = await saveEdit(
      trx,
      { fileId: file.id, part: body.part },
      {
        items: applyEdit(body, row?.items ?? []),
        version: body.version,
        textVersion: summary?.text_version ?? 0,
        editedBy: actor.id,
      },
    )
    if (!isSaved) throw conflict()
    await publishSummary(trx, file.id)
    return presentSummary(app, trx, actor, file)
  })
