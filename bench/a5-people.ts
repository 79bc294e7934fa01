// A5: 200 users for five minutes on two processes and one database, with two open sockets each: p95 against p50 of the
// response times by kind of action; the worst kind counts. The first failed call aborts the measurement. A user acts
// every ten seconds on average, like people who read and listen in between: opens a folder or a recording, searches,
// reads notifications, or saves a correction that is broadcast to others.

import { setTimeout as pause } from 'node:timers/promises'
import { saveBlocks } from '@kaiwa/contract/changes.ts'
import { checkSession } from '@kaiwa/contract/accounts.ts'
import { requestLock } from '@kaiwa/contract/edit-lock.ts'
import { getFile } from '@kaiwa/contract/files.ts'
import { listNotifications } from '@kaiwa/contract/notifications.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { getProject, listFiles } from '@kaiwa/contract/workspace.ts'
import { saved } from '../server/test/factories/editing.ts'
import { assign, createFile, rootOf } from '../server/test/factories/items.ts'
import { fillWorkspace, randomNumbers } from '../server/test/factories/large-workspace.ts'
import { createTranscript } from '../server/test/factories/transcripts.ts'
import { createMember, type TestUser } from '../server/test/factories/users.ts'
import { judge, median, p95, report } from './measure.ts'
import { openBench } from './program.ts'
import { remoteCalls } from './remote-calls.ts'
import { IS_SHORT, loadNow } from './short.ts'
import { enterChannel, openSockets } from './sockets.ts'
import { spokenQueries } from './spoken-queries.ts'

const PEOPLE = 200
const MILLISECONDS = (IS_SHORT ? 30 : 300) * 1000
/** Each action runs before counting begins. */
const WARM_UP_MILLISECONDS = 15_000
const THINK_MILLISECONDS = { least: 5000, most: 15_000 }
const BLOCKS = 100_000
const BLOCKS_OF_OWN = 200

const bench = await openBench()
const { db, realtime } = bench.app
const root = rootOf(bench.owner)
const folders = await fillWorkspace(db, root, { creator: bench.owner, blocks: BLOCKS, blocksPerFile: 100 })
const queries = await spokenQueries(db, 500, randomNumbers(3))
const programs = [await bench.start('api,realtime'), await bench.start('api,realtime')]

/** Times of each kind of action in milliseconds. */
const taken = new Map<string, number[]>()
let isCounted = false

function note(kind: string, milliseconds: number): void {
  const times = taken.get(kind)
  if (times) times.push(milliseconds)
  else taken.set(kind, [milliseconds])
}

async function hire(number: number): Promise<TestUser> {
  const person = await createMember(db, bench.owner, number % 2 === 0 ? ROLE.member : ROLE.guest)
  for (const at of [number, number * 7 + 1]) {
    const folder = folders[at % folders.length]
    if (folder) await assign(db, folder, person, ROLE.editor)
  }
  return person
}

/** Simulates one user from now until the end time. */
async function live(person: TestUser, number: number, until: number): Promise<void> {
  const random = randomNumbers(number + 1)
  const program = programs[number % programs.length]!
  const folder = folders[number % folders.length]!
  const call = remoteCalls(program.url)
  const { projectId } = folder
  const own = await createFile(db, folder, { creator: person })
  const { transcriptId } = await createTranscript(db, own, { blocks: BLOCKS_OF_OWN, phrases: 1 })
  const channels = [`private-user-${person.id}`, `private-project-${projectId}`]
  for (const channel of channels) {
    const grant = (id: string) => realtime.authorise(person.actor, id, channel)
    await openSockets(
      1,
      `${program.url.replace('http', 'ws')}/app/${realtime.client.key}`,
      enterChannel(channel, grant),
    )
  }
  const { lock } = await call(requestLock, { params: { projectId, fileId: own.id }, body: {} }, person)
  const { transcript, blocks } = await call(getTranscript, { params: { fileId: own.id } }, person)
  let { revision } = transcript

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
    const block = blocks[transcript.block_order[Math.floor(random() * BLOCKS_OF_OWN)]!]!
    const changed = saved(block, { content: `直した発言、${Math.floor(random() * 1e6)}。` })
    const body = { blocks: [changed], revision, lock_version: lock.version }
    ;({ revision } = await call(saveBlocks, { params: { id: transcriptId }, body }, person))
  }
  const actions = [openFolder, openFolder, openFolder, openFile, openFile, openFile, search, search, look, save]

  const { least, most } = THINK_MILLISECONDS
  await pause(random() * most)
  while (performance.now() < until) {
    const act = actions[Math.floor(random() * actions.length)]!
    const since = performance.now()
    await act()
    if (isCounted) note(act.name, performance.now() - since)
    await pause(least + random() * (most - least))
  }
}

try {
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, number) => hire(number)))
  const until = performance.now() + WARM_UP_MILLISECONDS + MILLISECONDS
  setTimeout(() => (isCounted = true), WARM_UP_MILLISECONDS)
  await Promise.all(people.map((person, number) => live(person, number, until)))
  const kinds = [...taken].map(([name, times]) => ({ name, times, ratio: p95(times) / median(times) }))
  kinds.sort((a, b) => b.ratio - a.ratio)
  for (const { name, times, ratio } of kinds) {
    const [middle, most] = [median(times).toFixed(1), p95(times).toFixed(1)]
    console.log(`${name}: ${times.length} times, p50 ${middle} ms, p95 ${most} ms, ratio ${ratio.toFixed(2)}`)
  }
  const worst = kinds[0]!
  const think = (THINK_MILLISECONDS.least + THINK_MILLISECONDS.most) / 2000
  const told = `${worst.name}, p95 against p50; ${PEOPLE} people for ${MILLISECONDS / 1000} s, something every ${think} s each, no error; ${loadNow()}`
  await report(
    judge({ id: 'A5', goal: { atMost: 3 }, note: told }, [{ ours: p95(worst.times), peer: median(worst.times) }]),
  )
} finally {
  for (const program of programs) await program.stop()
  await bench.close()
}
