import type { BlockVersion, getTranscriptRevision as contract } from '@kaiwa/contract/history.ts'
import type { StreamHandler } from '../../platform/http/route.ts'
import { items, StreamedJson } from '../../platform/http/streamed-json.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StoredBlock } from '../store/blocks.ts'
import { originalEntry, presentEntry } from './present-entry.ts'
import { findBlocksAt, findEntry, findVersions } from '../store/history.ts'
import { findReadable } from '../find-readable.ts'

export const getTranscriptRevision: StreamHandler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const { db } = app
  const transcript = await findReadable(db, actor, params.id)
  const only = query.block_uuid?.toLowerCase()
  if (params.revision === 0) {
    const blocks = await findBlocksAt(db, transcript.id, 0, only === undefined ? undefined : [only])
    const changes = inOrder([...blocks].map(([uuid, after]) => ({ uuid, before: null, after })))
    return new StreamedJson({ entry: await originalEntry(db, transcript, changes.length), changes: presented(changes) })
  }
  const entry = await findEntry(db, transcript.id, params.revision)
  if (!entry) throw new Refusal('E_NOT_FOUND')
  const rows = await findVersions(db, transcript.id, params.revision, only)
  const uuids = rows.map(({ uuid }) => uuid)
  const left = await findBlocksAt(db, transcript.id, params.revision, uuids)
  const changes = rows.map(({ uuid, before }) => ({ uuid, before, after: left.get(uuid) ?? null }))
  return new StreamedJson({ entry: presentEntry(entry), changes: presented(inOrder(changes)) })
}

type Change = { uuid: string; before: StoredBlock | null; after: StoredBlock | null }

/**
 * Sorts changes into reading order. Drops those without a block before and after, as when a block was inserted and
 * deleted.
 */
const inOrder = (changes: readonly Change[]): Change[] => {
  const positionOf = ({ before, after }: Change): number => Number((after ?? before)?.position)
  return changes.filter(({ before, after }) => before ?? after).sort((a, b) => positionOf(a) - positionOf(b))
}

const version = (block: StoredBlock | null): BlockVersion | null =>
  block && {
    uuid: block.uuid,
    start_time: block.start_time,
    end_time: block.end_time,
    content: block.content,
    section_name: block.section_name,
    is_break: block.is_break,
    speaker_id: block.speaker_id,
    terms: [...block.terms],
    tags: [...block.tags],
  }

const present = ({ uuid, before, after }: Change) => ({ uuid, before: version(before), after: version(after) })

const CHANGES_PER_BATCH = 100

/** Presented in batches: a revision may contain a whole transcript twice. */
const presented = (changes: readonly Change[]) =>
  items(
    (function* () {
      for (let at = 0; at < changes.length; at += CHANGES_PER_BATCH)
        yield changes.slice(at, at + CHANGES_PER_BATCH).map(present)
    })(),
  )
