import type { ChangeSet, saveBlocks as contract } from '@kaiwa/contract/changes.ts'
import type { OperationArguments, OperationResult } from '@kaiwa/contract/operation.ts'
import { resolveChanges } from '@kaiwa/transcript/apply-changes.ts'
import { checkChanges, toFieldErrors } from '@kaiwa/transcript/check-changes.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findPerson } from '../../accounts/person.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { joinProject } from '../../speakers/join-project.ts'
import { announceLock } from '../lock/announce-lock.ts'
import { watchLock } from '../lock/expire-lock.ts'
import { insistOnClaim } from '../lock/insist-on-lock.ts'
import { holdLock } from '../lock/lock-row.ts'
import { presentLock } from '../lock/present-lock.ts'
import { type Editing, openForEdit } from '../open-for-edit.ts'
import { announceChanges, announceSpeaker } from './announce-changes.ts'
import { commitChanges } from './commit-changes.ts'
import { countBlocks } from './count-blocks.ts'
import { speakerIdsOf, speakersOfFile } from './file-speakers.ts'
import { findReplay, fingerprintOf, touchedSince } from './journal.ts'
import { lowerUuids, namedBlocks, resolveReferences } from './normalise-set.ts'
import { placeInserts } from './place-inserts.ts'
import { findStoredBlocks, type StoredBlock } from './stored-blocks.ts'
import { tagDifferences } from './tag-differences.ts'

type Body = OperationArguments<typeof contract>['body']

/** Everything of a save or nothing of it. One that arrives twice is done once and answers what it did. */
export const saveBlocks: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx): Promise<OperationResult<typeof contract>> => {
    const editing = await openForEdit(trx, actor, { transcriptId: params.id })
    insistOnClaim(editing.lock, actor, body)
    const fingerprint = fingerprintOf(body)
    const asked = lowerUuids(body)
    const named = namedBlocks(asked)
    if (await isReplay(trx, actor, editing, body, fingerprint)) return answer(trx, app, actor, editing, named)

    const blocks = new Map(
      (await findStoredBlocks(trx, editing.transcriptId, { uuids: [...named] })).map((block) => [block.uuid, block]),
    )
    await insistOnFresh(trx, editing, body.revision, [...named])
    const set = await resolveReferences(trx, actor, asked)
    const length = set.insert.length > 0 ? await countBlocks(trx, editing.transcriptId) : blocks.size
    const problems = checkChanges({ has: (uuid) => blocks.has(uuid), length }, set)
    if (problems.length > 0) throw invalid(toFieldErrors(problems))
    return save(trx, app, actor, { editing, set, blocks, named, fingerprint })
  })

/** A save may only change blocks that are as its caller knew them. */
const insistOnFresh = async (
  trx: Trx,
  { transcriptId }: Editing,
  revision: number | undefined,
  uuids: readonly string[],
): Promise<void> => {
  if (revision === undefined) return
  const touched = await touchedSince(trx, transcriptId, revision, uuids)
  if (touched.length > 0) throw new Refusal('E_CONFLICT', { reason: 'revision', block_uuids: touched.slice(0, 100) })
}

/** The answer to an earlier call was lost on its way: what it asked for is done. */
const isReplay = async (trx: Trx, actor: Actor, { transcriptId, revision }: Editing, body: Body, fingerprint: string) =>
  body.revision !== undefined &&
  body.revision < revision &&
  (await findReplay(trx, { transcriptId, userId: actor.id, fingerprint, since: body.revision })) !== undefined

type Save = {
  editing: Editing
  set: ChangeSet
  blocks: ReadonlyMap<string, StoredBlock>
  named: ReadonlySet<string>
  fingerprint: string
}

const save = async (trx: Trx, app: App, actor: Actor, { editing, set, blocks, named, fingerprint }: Save) => {
  const { transcriptId, file } = editing
  const { deletes, inserts, puts } = resolveChanges((uuid) => blocks.get(uuid), set)
  const stored = (uuid: string) => blocks.get(uuid) as StoredBlock
  const speakers = [...set.insert, ...set.speaker].flatMap(({ speaker_id }) => speaker_id ?? [])
  const known = speakers.length > 0 ? await speakerIdsOf(trx, transcriptId) : new Set<number>()
  const added = [...new Set(speakers)].filter((id) => !known.has(id))
  await joinProject(trx, file.project_id, added)
  const writing = {
    deletes: deletes.map(({ uuid }) => stored(uuid)),
    puts: puts.map(({ before, after }) => ({ before: stored(before.uuid), after })),
    place: () => placeInserts(trx, transcriptId, inserts),
  }
  const committed = await commitChanges(trx, editing, writing, {
    kind: 'edit',
    userId: actor.id,
    changes: () => set,
    fingerprint,
  })
  if (committed) {
    await announceChanges(trx, editing, committed, await findPerson(trx, actor.id))
    for (const { speaker_id, block_uuid, child_block_uuids } of set.speaker) {
      const ids = [block_uuid, ...child_block_uuids].map(
        (uuid) => blocks.get(uuid)?.id ?? (committed.insertedIds.get(uuid) as number),
      )
      if (speaker_id !== null)
        await announceSpeaker(trx, editing, { revision: committed.revision, speakerId: speaker_id, blockIds: ids })
    }
  }
  const tags = await tagDifferences(trx, actor, editing, {
    ...writing,
    inserts: inserts.map(({ block }) => ({ block, id: committed?.insertedIds.get(block.uuid) as number })),
  })
  return { ...(await answer(trx, app, actor, editing, named)), ...tags, added_speaker_ids: added }
}

/** Keeps the lock for its holder, and says how the transcript stands. */
const answer = async (trx: Trx, app: App, actor: Actor, editing: Editing, named: ReadonlySet<string>) => {
  const { transcriptId, file } = editing
  let { lock } = editing
  if (lock?.user_id === actor.id && lock.state !== 'released') {
    lock = await holdLock(trx, { transcriptId, userId: actor.id, version: lock.version, blockUuids: [...named] })
    await announceLock(trx, file.id, presentLock(lock))
    await watchLock(trx, app, { transcript_id: transcriptId, file_id: file.id }, lock.until)
  }
  const now = await trx
    .selectFrom('transcripts')
    .select(['revision', 'last_edited_by', 'last_edited_at'])
    .where('id', '=', transcriptId)
    .executeTakeFirstOrThrow()
  return {
    removed_tag_usages: [],
    added_tag_usages: [],
    speakers: await speakersOfFile(trx, actor, editing),
    added_speaker_ids: [],
    last_edited_by: now.last_edited_by === null ? null : await findPerson(trx, now.last_edited_by),
    last_edited_at: now.last_edited_at?.toISOString() ?? null,
    revision: now.revision,
    lock: presentLock(lock),
  }
}
