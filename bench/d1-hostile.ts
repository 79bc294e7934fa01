// D1 compares the p95 of the response times of 20 users in two minutes: one with 1,000 hostile requests, one without. All four
// roles run in one process, as with `npm start`. The bench fails when a user's call fails or the program ends.
// `KAIWA_BENCH_HOSTILE=paths,sockets` sends only these kinds of requests, to measure the cost of each.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { writeGrant } from '../server/files/media-grant.ts'
import { originalKey } from '../server/media/keys.ts'
import { createFile, createFolder, rootOf } from '../server/test/factories/items.ts'
import { fillWorkspace } from '../server/test/factories/large-workspace.ts'
import { randomNumbers } from '../server/test/random-numbers.ts'
import { createTranscript } from '../server/test/factories/transcripts.ts'
import { createOwner } from '../server/test/factories/users.ts'
import type { Outcomes, Targets } from './hostile-load.ts'
import { compare, p95 } from './measure.ts'
import { createSimulatedUser, openSimulatedUser, type SimulatedWorkspace } from './simulated-users.ts'
import { openBench } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { spokenQueries } from './spoken-queries.ts'
import { buildWeb } from '../tools/build-web.ts'

const LOAD = fileURLToPath(new URL('hostile-load.ts', import.meta.url))
const ONLY = process.env['KAIWA_BENCH_HOSTILE'] ?? ''
const PEOPLE = 20
const REQUESTS = IS_SHORT ? 250 : 1000
const MILLISECONDS = (IS_SHORT ? 15 : 60) * 1000
/** Long enough that two cores carry the people alone, short enough for a thousand waits in a minute. */
const THINK_MILLISECONDS = { least: 500, most: 1500 }
const BLOCKS = 20_000
const STRANGERS = 5
/** Length of the recording that imports claim to belong to. */
const HOURS_OF_IMPORT = 7

const bench = await openBench()
// Files of the page are among what is asked for.
await buildWeb()
const { app, owner } = bench
const folders = await fillWorkspace(app.db, rootOf(owner), { creator: owner, blocks: BLOCKS, blocksPerFile: 100 })
const workspace: SimulatedWorkspace = {
  app,
  owner,
  folders,
  queries: await spokenQueries(app.db, 500, randomNumbers(3)),
}
// The load sends X-Forwarded-For, so that its requests come from many addresses.
const program = await bench.start('api,worker,realtime,scheduler', { KAIWA_TRUST_PROXY: '1' })

async function openStranger(): Promise<Targets['strangers'][number]> {
  const stranger = await createOwner(app.db)
  const folder = await createFolder(app.db, rootOf(stranger), { creator: stranger })
  const file = await createFile(app.db, folder, { creator: stranger, duration: HOURS_OF_IMPORT * 3600 })
  await app.storage.put(originalKey(file.videoId), 'x'.repeat(100_000))
  const grant = { userId: stranger.id, sessionId: stranger.actor.sessionId, fileId: file.id }
  const media = `/media/${writeGrant(grant, app.config.secret)}/${file.videoId}/original`
  return { token: stranger.token, fileId: file.id, media }
}

/** Other workspaces, from which the load comes; what it aims at is `workspace`. */
async function openTargets(): Promise<Targets> {
  const foreign = await createFile(app.db, folders[0]!, { creator: owner })
  const { transcriptId } = await createTranscript(app.db, foreign, { blocks: 10 })
  return {
    strangers: await Promise.all(Array.from({ length: STRANGERS }, openStranger)),
    foreignTranscriptId: transcriptId,
  }
}

/** Resolves with what became of the requests when all of them have ended. */
function runLoad(targets: Targets): Promise<Outcomes> {
  return new Promise((resolve, reject) => {
    const args = [program.url, String(REQUESTS), String(MILLISECONDS), JSON.stringify(targets), ONLY]
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', LOAD, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(JSON.parse(output) as Outcomes) : reject(new Error(`The load ended with ${code}`)),
    )
  })
}

try {
  const targets = await openTargets()
  const workers = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, number) =>
      openSimulatedUser(workspace, program.url, await createSimulatedUser(workspace, number), number),
    ),
  )
  const work = async (): Promise<number> => {
    const times: number[] = []
    const until = performance.now() + MILLISECONDS
    const onAction = (_name: string, milliseconds: number) => void times.push(milliseconds)
    await Promise.all(workers.map((shift) => shift({ think: THINK_MILLISECONDS, until, onAction })))
    if (!program.isRunning()) throw new Error('The program has ended')
    console.log(`${times.length} actions, p95 ${p95(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms`)
    return p95(times)
  }
  await compare({
    id: ONLY ? `D1 (${ONLY})` : 'D1',
    goal: { atMost: 1.5 },
    pairs: IS_SHORT ? 1 : 3,
    note: `p95 of what ${PEOPLE} people wait for, ${REQUESTS} hostile requests in ${MILLISECONDS / 1000} s, no restart; ${loadNow()}`,
    async ours() {
      const [time, outcomes] = await Promise.all([work(), runLoad(targets)])
      console.log(JSON.stringify(outcomes))
      // 503 is an answer (a queue is full); 500 is a bug.
      if (Object.values(outcomes).some((byStatus) => byStatus['500'])) throw new Error('A request was answered 500')
      return time
    },
    peer: work,
  })
} finally {
  await program.stop()
  await bench.close()
}
