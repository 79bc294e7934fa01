// T2: from the last byte to the first readable block, of a three-hour recording against a ten-minute one. Uses the
// engine of the tests, whose language is pure tones; the worker is a separate process.

import { prepareMedia } from '../server/processing/steps/prepare-media.ts'
import { recogniseChunk } from '../server/processing/steps/recognise-chunk.ts'
import { makeToneEngine } from '../server/test/factories/recordings.ts'
import { makeToneTalk } from './inputs.ts'
import { compare } from './measure.ts'
import { openBench, waitUntil } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { stopFile } from './stop-file.ts'

const LONG = IS_SHORT ? 3600 : 3 * 3600
const SHORT = 600

const engine = await makeToneEngine()
const bench = await openBench({ models: engine.folder })
const { app, owner } = bench
const worker = await bench.start('worker')
const [long, short] = [await makeToneTalk(bench.folder, LONG), await makeToneTalk(bench.folder, SHORT)]

async function firstBlock(path: string): Promise<number> {
  const { file, finish } = await bench.announceRecording(path, 'ja')
  const since = performance.now()
  await finish()
  await waitUntil(async () => {
    const readable = await app.db
      .selectFrom('speech_chunks')
      .select('id')
      .where('file_id', '=', file.id)
      .where('status', '=', 'recognised')
      .where('words', 'is not', null)
      .executeTakeFirst()
    return readable !== undefined
  })
  const taken = performance.now() - since
  await stopFile(app, owner.actor, file.id)
  await waitUntil(async () => (await app.jobs.liveKeys([prepareMedia, recogniseChunk])).size === 0)
  return taken
}

try {
  await compare({
    id: 'T2',
    goal: { atMost: 1.3 },
    ...(IS_SHORT ? { pairs: 3 } : {}),
    note: `${LONG / 3600} h against ${SHORT / 60} min of wav, tone engine; ${loadNow()}`,
    ours: () => firstBlock(long),
    peer: () => firstBlock(short),
  })
} finally {
  await worker.stop()
  await bench.close()
  await engine.remove()
}
