// Sends hostile calls to a server in rounds, each in its own workspace: as the owner, as a viewer, as the owner of
// another workspace, and without credentials.
import { randomUUID } from 'node:crypto'
import type { Operation } from '@kaiwa/contract/operation.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { everyOperation } from '@kaiwa/contract/every-operation.ts'
import { addressIds } from '../address-ids.ts'
import { populateWorkspace } from '../factories/populated-workspace.ts'
import { assign, createFolder, rootOf } from '../factories/items.ts'
import { randomNumbers } from '../random-numbers.ts'
import { insertTestInvoice } from '../factories/invoices.ts'
import { createInvoice, createOperator, createPlan, createRequest } from '../factories/operators.ts'
import { createMember, createOwner, PASSWORD } from '../factories/users.ts'
import type { Random } from './example-of.ts'
import { hostileCall } from './hostile-call.ts'
import type { TestApp } from '../open-test-app.ts'

/** Maximum milliseconds for which an answer may block the server's thread. */
export const MAX_BUSY_MS = 1_000
/** Maximum bytes of a refusal. */
export const MAX_REFUSAL_BYTES = 65_536
export const CALLS_PER_ROUND = 12

export interface Violation {
  round: number
  operation: string
  who: string
  what: string
  fault: string
}
export interface Played {
  calls: number
  byStatus: Record<number, number>
  busiestMs: number
  busiest: string
  violations: Violation[]
}

type Program = Pick<TestApp, 'db' | 'http'>

async function build(program: Program, random: Random) {
  const { db } = program
  const owner = await createOwner(db)
  const made = await populateWorkspace(db, owner, '会議')
  const { folder, other, file, speakerIds, blockUuids } = made
  const viewer = await createMember(db, owner, ROLE.guest)
  await assign(db, folder, viewer, ROLE.viewer)
  const stranger = await createOwner(db)
  const trashed = await createFolder(db, rootOf(owner), { creator: owner })
  await program.http.inject({
    method: 'DELETE',
    url: `/api/items/${trashed.itemId}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  const operator = await createOperator(db)
  const plan = await createPlan(db)
  const subscription = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('workspace_id', '=', stranger.workspaceId)
    .executeTakeFirstOrThrow()
  const ids: Record<string, number> = {
    userId: stranger.id,
    requestId: (await createRequest(db, { planId: plan.id })).id,
    subscriptionId: subscription.id,
    invoiceId: (await createInvoice(db, stranger)).id,
    billingHistoryId: await insertTestInvoice(db, owner.workspaceId),
    items: folder.itemId,
    itemId: folder.itemId,
    destinationId: other.itemId,
    projects: folder.projectId,
    projectId: folder.projectId,
    files: file.id,
    fileId: file.id,
    transcripts: made.transcriptId,
    speakerId: speakerIds[0] as number,
    categoryId: made.categoryId,
    tagId: made.tagId,
    uploadId: made.uploadId,
    threadId: made.threadId,
    commentId: made.commentId,
    chatId: made.chatId,
    messageId: made.messageId,
    projectFileId: file.id,
    dealId: 1,
    generationId: made.generationId,
    notifications: made.notificationId,
    sessions: 1,
    trash: trashed.itemId,
    revision: 0,
    lockVersion: 1,
  }
  // Saving and restoring require the edit lock.
  await program.http.inject({
    method: 'POST',
    url: `/api/projects/${folder.projectId}/files/${file.id}/request-lock`,
    headers: { authorization: `Bearer ${owner.token}` },
    payload: {},
  })
  const known = {
    'insert.uuid': randomUUID(),
    'insert.position': 0,
    'files.name': '会議.mp3',
    'files.uuid': randomUUID(),
    'ids[]': file.id,
    uuid: blockUuids[0],
    child_block_uuids: [blockUuids[1]],
    changed_block_uuids: [blockUuids[1]],
    block_uuids: [blockUuids[1]],
    target_item_ids: [file.itemId],
    item_ids: [trashed.itemId],
    email: random() < 0.5 ? owner.email : `${randomUUID()}@kaiwa.example`,
    to_email: `${randomUUID()}@kaiwa.example`,
    new_email: `${randomUUID()}@kaiwa.example`,
    emails: `${randomUUID()}@kaiwa.example`,
    role: ROLE.member,
    role_id: ROLE.viewer,
    temp_role_id: ROLE.viewer,
    current_password: PASSWORD,
    chat_width: 300,
    is_app: '1',
    src_tag_index: 0,
    des_tag_index: 0,
    block_uuid: blockUuids[0],
    speaker_id: speakerIds[0],
    target_speaker_id: speakerIds[0],
    destination_speaker_id: speakerIds[1],
    project_id: folder.projectId,
    project_file_id: file.id,
    projectFileId: file.id,
    properties: { description: '会議' },
    base: { description: null },
    write_key: randomUUID(),
    selectedProperties: ['description'],
    tag_id: made.tagId,
    tagId: made.tagId,
    tag_category_id: made.categoryId,
    src_category_id: made.categoryId,
    des_category_id: made.categoryId,
    user_id: viewer.id,
    member_id: viewer.id,
    revision: 0,
    lock_version: 1,
    content: '会議の話',
    text: '会議',
    offset: 0,
    start_time: 0,
    end_time: 1,
    format: 'json',
    socket_id: '1.1',
    month: '2026-11',
    password: PASSWORD,
    new_password: PASSWORD,
    password_confirmation: PASSWORD,
    delete: [],
    revert: [],
    since: 0,
    key: 'draft-1',
    previous: null,
    part: 'overview',
    parts: ['overview'],
    version: 1,
    'items.id': made.summaryItemId,
    section_name: null,
    plan_id: plan.id,
    from_this_cycle: 1,
    point: 1_000,
  }
  const tokens = {
    owner: owner.token,
    viewer: viewer.token,
    stranger: stranger.token,
    nobody: null,
    operator: operator.token,
  }
  return { ids, known, tokens }
}

/** Mostly the owner: callers who are refused at the gate do not reach the code after it. */
const callers = ['owner', 'owner', 'owner', 'viewer', 'stranger', 'nobody'] as const

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

/** Plays `rounds` rounds of a seed and returns the violations. Calls `onProgress` after each round. */
export async function playHostileBodies(
  program: Program,
  { seed, rounds, onProgress }: { seed: number; rounds: number; onProgress?: (played: Played) => void },
): Promise<Played> {
  const random = randomNumbers(seed)
  const played: Played = { calls: 0, byStatus: {}, busiestMs: 0, busiest: '', violations: [] }
  let waiting: Operation[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const { ids, known, tokens } = await build(program, random)
    // Rate-limited calls would be refused before their body is read.
    await program.db.deleteFrom('rate_limits').execute()
    for (let call = 0; call < CALLS_PER_ROUND; call += 1) {
      if (waiting.length === 0) waiting = shuffled(everyOperation, random)
      const operation = waiting.pop() as Operation
      const drawn = callers[Math.floor(random() * callers.length)] as (typeof callers)[number]
      const who = operation.access === 'operator' && drawn === 'owner' ? 'operator' : drawn
      const token = tokens[who]
      const { what, url, body } = hostileCall(operation, known, addressIds(operation, ids), random)
      const before = process.threadCpuUsage()
      const answer = await program.http.inject({
        method: operation.method,
        url,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body ? { 'content-type': body.type } : {}),
        },
        ...(body ? { payload: body.payload } : {}),
      })
      const { user, system } = process.threadCpuUsage(before)
      const busyMs = (user + system) / 1000
      const fault = faultOf(answer, busyMs)
      if (fault !== null) played.violations.push({ round, operation: operation.name, who, what, fault })
      if (busyMs > played.busiestMs)
        Object.assign(played, { busiestMs: busyMs, busiest: `${operation.name} by ${who}, ${what}` })
      played.calls += 1
      played.byStatus[answer.statusCode] = (played.byStatus[answer.statusCode] ?? 0) + 1
    }
    const { statusCode } = await program.http.inject('/readyz')
    if (statusCode !== 200)
      played.violations.push({ round, operation: 'readyz', who: 'nobody', what: 'a ping', fault: String(statusCode) })
    onProgress?.(played)
  }
  return played
}

/** The CPU time of this thread is an upper bound of every blocking period, independent of other load on the machine. */
function faultOf(answer: { statusCode: number; rawPayload: Buffer }, busyMs: number): string | null {
  const { statusCode, rawPayload } = answer
  if (statusCode >= 500) return `answered ${statusCode} ${rawPayload.toString().slice(0, 200)}`
  if (statusCode >= 400 && rawPayload.length > MAX_REFUSAL_BYTES) return `refused in ${rawPayload.length} bytes`
  return busyMs > MAX_BUSY_MS ? `kept the thread busy for ${Math.round(busyMs)} ms` : null
}
