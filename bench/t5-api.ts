// T5: response times (p95) while two recordings are being transcribed, against an idle program. All four roles in one
// process, as with `npm start`; the engine is pocketsphinx. One client requests the data of pages in sequence.

import { setTimeout as pause } from 'node:timers/promises'
import { availableParallelism } from 'node:os'
import { createFile, rootOf, createFolder } from '../server/test/factories/items.ts'
import { createTranscript } from '../server/test/factories/transcripts.ts'
import { prepareMedia } from '../server/processing/steps/prepare-media.ts'
import { recogniseChunk } from '../server/processing/steps/recognise-chunk.ts'
import { makeSpeech } from './inputs.ts'
import { compare, p95 } from './measure.ts'
import { openBench, waitUntil } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { stopFile } from './stop-file.ts'

const CALLS = IS_SHORT ? 400 : 2000
/** Pause between calls; a closed loop without pauses would measure throughput. */
const THINK_MILLISECONDS = 5

const bench = await openBench()
const { app, owner } = bench
const program = await bench.start('api,worker,realtime,scheduler')
const speech = await makeSpeech(bench.folder, 600)

const folder = await createFolder(app.db, rootOf(owner), { creator: owner })
const files = await Promise.all(Array.from({ length: 50 }, () => createFile(app.db, folder, { creator: owner })))
const [file] = files
if (!file) throw new Error('No file')
await createTranscript(app.db, file, { blocks: 100 })

const paths = [
  '/projects',
  `/projects/${folder.projectId}`,
  `/projects/${folder.projectId}/files`,
  `/projects/${folder.projectId}/files/${file.id}`,
  `/files/${file.id}/transcript`,
]

async function p95OfCalls(): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < CALLS; n++) {
    const since = performance.now()
    const response = await fetch(`${program.url}/api${paths[n % paths.length]}`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    })
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
    await response.arrayBuffer()
    times.push(performance.now() - since)
    await pause(THINK_MILLISECONDS)
  }
  return p95(times)
}

/** Resolves when both are being transcribed; the returned function stops them. */
async function transcribeTwo(): Promise<() => Promise<void>> {
  const [one, two] = [await bench.announceRecording(speech, 'en'), await bench.announceRecording(speech, 'en')]
  await Promise.all([one.finish(), two.finish()])
  const ids = [one.file.id, two.file.id]
  await waitUntil(async () => {
    const chunks = await app.db
      .selectFrom('speech_chunks')
      .select('id')
      .where('file_id', 'in', ids)
      .where('attempts', '>', 0)
      .execute()
    return chunks.length >= availableParallelism()
  })
  return async () => {
    for (const id of ids) await stopFile(app, owner.actor, id)
    await waitUntil(async () => (await app.jobs.liveKeys([prepareMedia, recogniseChunk])).size === 0)
  }
}

try {
  await compare({
    id: 'T5',
    goal: { atMost: 1.5 },
    ...(IS_SHORT ? { pairs: 2 } : {}),
    note: `p95 of ${CALLS} calls, all roles in one process; ${loadNow()}`,
    async ours() {
      const stop = await transcribeTwo()
      const result = await p95OfCalls()
      await stop()
      return result
    },
    peer: p95OfCalls,
  })
} finally {
  await program.stop()
  await bench.close()
}
