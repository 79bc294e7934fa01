import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import type * as contract from '@kaiwa/contract/tags.ts'
import { hasTooManyTags } from '@kaiwa/transcript/block-limits.ts'
import { BlockSequence } from '@kaiwa/transcript/block-sequence.ts'
import type { EditableDocument } from '@kaiwa/transcript/editable-document.ts'
import { tagRanges } from '@kaiwa/transcript/tag-ranges.ts'
import type { Context } from '../platform/http/route.ts'
import { invalid } from '../platform/refusal.ts'
import { findStoredBlocks, type StoredBlock } from '../transcripts/store/blocks.ts'
import { resolveTags } from './store/tags.ts'
import { assertBlocksNotLocked, openForEdit } from '../transcripts/open-for-edit.ts'
import type { TagState } from '../transcripts/references.ts'
import { commitTags } from './commit-tags.ts'

interface Input {
  params: { id: number }
  body: { ranges: contract.TagRange[] }
}

/** Marks all passages or none. A passage that overlaps another one of the same tag is merged with it. */
export function tagPassages({ params, body }: Input, { app, actor }: Context<'session'>) {
  return app.db.transaction().execute(async (trx) => {
    const editing = await openForEdit(trx, actor, { transcriptId: params.id })
    const ranges = body.ranges.map((range) => ({ ...range, block_uuid: range.block_uuid.toLowerCase() }))
    const uuids = [...new Set(ranges.map(({ block_uuid }) => block_uuid))]
    assertBlocksNotLocked(editing.lock, actor, uuids)
    const stored = await findStoredBlocks(trx, editing.transcriptId, { uuids })
    const blocks = new Map(stored.map((block) => [block.uuid, block]))
    const states = await resolveTags(
      trx,
      actor,
      ranges.map(({ tag_id }) => tag_id),
    )
    const errors = findErrors(ranges, blocks, states)
    if (Object.keys(errors).length > 0) throw invalid(errors)

    let document: EditableDocument = { id: editing.transcriptId, revision: 0, blocks: BlockSequence.of(stored) }
    for (const { block_uuid: uuid, offset, text, tag_id, tag_uuid } of ranges) {
      const range = { uuid, start: offset, end: offset + text.length }
      document = tagRanges(document, [range], tag_id, () => tag_uuid)?.document ?? document
    }
    const versions = stored.map((before) => ({ before, after: document.blocks.get(before.uuid) ?? before }))
    if (versions.some(({ after }) => hasTooManyTags(after.content, after.tags))) throw invalid({ ranges: ['max'] })
    const revision = await commitTags(trx, actor, editing, versions)
    return { revision, blocks: versions.map(({ after }) => ({ block_uuid: after.uuid, tags: [...after.tags] })) }
  })
}

function findErrors(
  ranges: readonly contract.TagRange[],
  blocks: ReadonlyMap<string, StoredBlock>,
  states: ReadonlyMap<number, TagState>,
): FieldErrors {
  const errors: FieldErrors = {}
  const used = new Set<string>()
  for (const [index, { block_uuid, offset, text, tag_id, tag_uuid }] of ranges.entries()) {
    const at = (field: string) => `ranges.${index}.${field}`
    const block = blocks.get(block_uuid)
    if (!block) errors[at('block_uuid')] = ['incorrect']
    else if (offset + text.length > block.content.length) errors[at('offset')] = ['max']
    else if (!block.content.startsWith(text, offset)) errors[at('text')] = ['mismatch']
    if (states.get(tag_id) !== 'live') errors[at('tag_id')] = ['incorrect']
    // The same passage may be sent again after a lost response; a different passage needs a new uuid.
    const sameUuid = block?.tags.find((tag) => tag.tag_uuid === tag_uuid)
    const isTaken = sameUuid !== undefined && (sameUuid.tag_id !== tag_id || sameUuid.offset > offset)
    if (isTaken || used.has(tag_uuid)) errors[at('tag_uuid')] = ['unique']
    used.add(tag_uuid)
  }
  return errors
}
