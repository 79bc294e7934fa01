// People at work, for the figures that ask how long they wait: each has two sockets open and does one thing after another
// with a pause in between, as people who read and listen: opens a folder or a recording, searches, looks at what is new,
// saves a correction that others receive.

import { setTimeout as pause } from 'node:timers/promises'
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { checkSession } from '@kaiwa/contract/accounts.ts'
import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { getFile } from '@kaiwa/contract/files.ts'
import { listNotifications } from '@kaiwa/contract/notifications.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { getProject, listFiles } from '@kaiwa/contract/workspace.ts'
import type { App } from '../server/platform/app.ts'
import { saved } from '../server/test/factories/editing-fixture.ts'
import { assign, createFile, type TestFolder } from '../server/test/factories/items.ts'
import { randomNumbers } from '../server/test/random-numbers.ts'
import { createTranscript } from '../server/test/factories/transcripts.ts'
import { createMember, type TestOwner, type TestUser } from '../server/test/factories/users.ts'
import { remoteCalls } from '../server/test/remote-calls.ts'
import { channelSubscription, openSockets } from './sockets.ts'

const BLOCKS_OF_OWN = 200
/** Only these are kept. With all blocks of 200 people, a garbage collection of this process took 100 ms of a response time. */
const CORRECTED_BLOCKS = 5

export interface SimulatedWorkspace {
  app: App
  owner: TestOwner
  folders: readonly TestFolder[]
  /** Search queries. */
  queries: readonly string[]
}

/** A member or guest who may edit two of the folders. */
export async function createSimulatedUser(
  { app, owner, folders }: SimulatedWorkspace,
  number: number,
): Promise<TestUser> {
  const person = await createMember(app.db, owner, number % 2 === 0 ? ROLE.member : ROLE.guest)
  for (const at of [number, number * 7 + 1]) {
    const folder = folders[at % folders.length]
    if (folder) await assign(app.db, folder, person, ROLE.editor)
  }
  return person
}

export interface UsagePeriod {
  /** Pause between two actions, in milliseconds. */
  think: { least: number; most: number }
  /** `performance.now()` at which no further action begins. */
  until: number
  /** Called after each action with its name and duration in milliseconds. */
  onAction: (name: string, milliseconds: number) => void
}

/** Opens what a person has open, on the program at `url`. The function that is returned works one shift. A failed call throws. */
export async function openSimulatedUser(
  { app, folders, queries }: SimulatedWorkspace,
  url: string,
  person: TestUser,
  number: number,
): Promise<(shift: UsagePeriod) => Promise<void>> {
  const { db, realtime } = app
  const random = randomNumbers(number + 1)
  const folder = folders[number % folders.length]!
  const call = remoteCalls(url)
  const { projectId } = folder
  const own = await createFile(db, folder, { creator: person })
  const { transcriptId } = await createTranscript(db, own, { blocks: BLOCKS_OF_OWN, phrases: 1 })
  for (const channel of [userChannel(person.id), folderChannel(projectId)]) {
    const grant = (id: string) => realtime.authorise(person.actor, id, channel)
    await openSockets(1, `${url.replace('http', 'ws')}/app/${realtime.client.key}`, channelSubscription(channel, grant))
  }
  const { transcript, blocks } = await call(getTranscript, { params: { fileId: own.id } }, person)
  const corrected = transcript.block_order.slice(0, CORRECTED_BLOCKS).map((id) => blocks[id]!)
  let { revision } = transcript

  return async ({ think: { least, most }, until, onAction }) => {
    const { lock } = await call(requestLock, { params: { projectId, fileId: own.id }, body: {} }, person)
    const openFolder = async () => {
      await Promise.all([
        call(checkSession, {}, person),
        call(getProject, { params: { id: projectId }, query: { speakers: '0' } }, person),
        call(listFiles, { params: { id: projectId } }, person),
      ])
    }
    const openFile = async () => {
      await Promise.all([
        call(getFile, { params: { projectId, id: own.id } }, person),
        call(getTranscript, { params: { fileId: own.id } }, person),
      ])
    }
    const search = async () => {
      const query = queries[Math.floor(random() * queries.length)]!
      await call(listFiles, { params: { id: projectId }, query: { query } }, person)
    }
    const look = async () => {
      await call(listNotifications, {}, person)
    }
    const save = async () => {
      const block = corrected[Math.floor(random() * CORRECTED_BLOCKS)]!
      const changed = saved(block, { content: `直した発言、${Math.floor(random() * 1e6)}。` })
      const body = { blocks: [changed], revision, lock_version: lock.version }
      ;({ revision } = await call(saveBlocks, { params: { id: transcriptId }, body }, person))
    }
    const actions = [openFolder, openFolder, openFolder, openFile, openFile, openFile, search, search, look, save]

    await pause(random() * most)
    while (performance.now() < until) {
      const act = actions[Math.floor(random() * actions.length)]!
      const since = performance.now()
      await act()
      onAction(act.name, performance.now() - since)
      await pause(least + random() * (most - least))
    }
  }
}
