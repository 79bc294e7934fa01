// Tagging (see docs/decisions): in edit mode tags are changed in the document, so that they can be undone and are saved
// with it. In read mode the server is called, and its response is applied like any other save.
import type { EditSession } from '@kaiwa/editor/edit-session.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { tagRanges, toChangeSet, untagRanges } from '@kaiwa/transcript'
import type { BlockRange } from '@kaiwa/transcript'
import { createUuid } from '@kaiwa/transcript/create-uuid.ts'
import { call } from '../platform/call.ts'
import type { CallResult } from '../platform/call-types.ts'
import { existingRanges, toTagRanges } from './to-ranges.ts'

/**
 * Applies the response before its message arrives. When revisions are missing in between, does nothing: the message
 * triggers loading all of them.
 */
function applyResponse(session: EditSession, { revision, blocks }: CallResult<'tagPassages'>): void {
  const { saved } = session.getState()
  const net = blocks.flatMap(({ block_uuid: uuid, tags }) => {
    const before = saved.blocks.get(uuid)
    return before ? [{ uuid, before, after: { ...before, tags }, previous: null }] : []
  })
  if (revision !== saved.revision + 1 || net.length < blocks.length) return
  const changes = toChangeSet(net, saved)
  session.applyRemoteSaves([{ revision, edited_by: null, edited_at: new Date().toISOString(), changes }])
}

/** Adds the tag to every range. `isNew` says that the tag was created for them. */
export async function tagPassages(
  session: EditSession,
  ranges: readonly BlockRange[],
  tagId: number,
  isNew = false,
): Promise<void> {
  const { document, isEditing } = session.getState()
  const live = existingRanges(document, ranges)
  if (live.length === 0) return
  if (isEditing) {
    session.edit((current) => tagRanges(current, live, tagId, createUuid))
    return
  }
  const written = toTagRanges(document, live, { tagId, isNew, createUuid })
  const name = new Set(live.map(({ uuid }) => uuid)).size > 1 ? 'tagPassagesOfBlocks' : 'tagPassages'
  for (let from = 0; from < written.length; from += LIMITS.tagsPerBlock) {
    const part = written.slice(from, from + LIMITS.tagsPerBlock)
    applyResponse(session, await call(name, { params: { id: document.id }, body: { ranges: part } }))
  }
}

/** Removes the tag's passages that overlap a range completely, with one call for each. */
export async function untagPassages(session: EditSession, ranges: readonly BlockRange[], tagId: number): Promise<void> {
  const { document, isEditing } = session.getState()
  const live = existingRanges(document, ranges)
  if (isEditing) {
    session.edit((current) => untagRanges(current, live, tagId))
    return
  }
  const uuids = new Set(live.map(({ uuid }) => uuid))
  const after = untagRanges(document, live, tagId)?.document
  for (const block_uuid of after ? uuids : []) {
    const left = new Set(after?.blocks.get(block_uuid)?.tags)
    for (const passage of document.blocks.get(block_uuid)?.tags ?? []) {
      if (left.has(passage)) continue
      const query = { block_uuid, tag_id: tagId, tag_uuid: passage.tag_uuid }
      applyResponse(session, await call('untagPassage', { params: { id: document.id }, query }))
    }
  }
}
