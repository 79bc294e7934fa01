// Rights are checked before bodies: an operation with an id in its path checks whether the caller may change the object
// before it reads a byte of the body. The rows come from the contract, so that a new operation without a gate fails
// here.
import * as contract from '@kaiwa/contract'
import type { Operation } from '@kaiwa/contract/operation.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { everyOperation } from '@kaiwa/contract/every-operation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domains } from './domains.ts'
import { platformDomain } from './platform/platform-domain.ts'
import { addressIds } from './test/address-ids.ts'
import { populateWorkspace } from './test/factories/populated-workspace.ts'
import { assign, createFolder, rootOf } from './test/factories/items.ts'
import { createMember, createOwner } from './test/factories/users.ts'
import { openTestApp, type TestApp } from './test/open-test-app.ts'

function hasBody({ body, consumes }: Operation): boolean {
  return body !== undefined || consumes === 'multipart'
}

// Operators are admitted or refused as such, before any gate.
const gated = everyOperation.filter(
  (operation) => operation.access !== 'operator' && operation.path.includes('{') && hasBody(operation),
)
const rows = gated.map((operation) => [operation.name, operation] as const)

let test: TestApp
let ids: Record<string, number>
let stranger: string
let viewer: string
let owner: string
beforeAll(async () => {
  test = await openTestApp()
  const { db } = test
  const person = await createOwner(db)
  const { folder, other, file, ...made } = await populateWorkspace(db, person, '会議')
  const guest = await createMember(db, person, ROLE.guest)
  await assign(db, folder, guest, ROLE.viewer)
  await assign(db, await createFolder(db, rootOf(person), { creator: person }), guest, ROLE.viewer)
  ids = {
    items: folder.itemId,
    itemId: folder.itemId,
    destinationId: other.itemId,
    projects: folder.projectId,
    projectId: folder.projectId,
    files: file.id,
    fileId: file.id,
    transcripts: made.transcriptId,
    lockVersion: 1,
    speakerId: made.speakerIds[0] as number,
    categoryId: made.categoryId,
    threadId: made.threadId,
    commentId: made.commentId,
    chatId: made.chatId,
    projectFileId: file.id,
    dealId: 1,
    generationId: made.generationId,
    messageId: made.messageId,
    uploadId: made.uploadId,
  }
  owner = person.token
  viewer = guest.token
  stranger = (await createOwner(db)).token
})
afterAll(() => test.close())

/** Sends a body that no parser accepts: callers who pass the gate get an error about the body. */
function send(operation: Operation, token: string) {
  const params = addressIds(operation, ids)
  const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const type = operation.consumes === 'multipart' ? 'multipart/form-data; boundary=x' : 'application/json'
  return test.http.inject({
    method: operation.method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload: '{"broken":',
  })
}

describe('R1 rights before bodies', () => {
  it('every operation of the contract with an id in its path and a body has a gate', () => {
    const routes = [platformDomain(domains), ...domains].flatMap((domain) => domain.routes ?? [])
    const gates = new Map(routes.map(({ operation, gate }) => [operation.name, gate]))
    expect(gated.length).toBeGreaterThan(25)
    expect(gated.filter(({ name }) => gates.get(name) === undefined).map(({ name }) => name)).toEqual([])
  })

  it.each(rows)('%s reads no body of a caller who does not see the object', async (_name, operation) => {
    const answer = await send(operation, stranger)
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'E_NOT_FOUND' }])
  })

  // PERM-30: everyone with a role in a folder changes its speakers. Who sees a file may comment on it and ask about it.
  const allowed = ['updateSpeaker', 'uploadSpeakerAvatar', 'createCommentThread', 'replyToThread', 'createChat']

  it.each(rows)('%s reads no body of a viewer, except where viewers may change something', async (_name, operation) => {
    const answer = await send(operation, viewer)
    expect(allowed.includes(operation.name) ? [422] : [403, 404, 409]).toContain(answer.statusCode)
  })

  it.each(rows)('%s reads the body of the owner, or refuses because of the state', async (_name, operation) => {
    const answer = await send(operation, owner)
    const { error, reason } = answer.json<{ error: string; reason?: string }>()
    // A processed file cannot be retried.
    if (operation.name === contract.files.retryFile.name) expect([error, reason]).toEqual(['E_CONFLICT', 'state'])
    else expect([answer.statusCode, error]).toEqual([422, 'E_UNPROCESSABLE_ENTITY'])
  })
})
