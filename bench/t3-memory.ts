// T3: peak memory of a worker with all its child processes, while it processes a three-hour recording completely,
// against a ten-minute one. Each time a new worker in a separate process; uses the engine of the tests.

import { makeToneEngine } from '../server/test/factories/recordings.ts'
import { makeToneTalk } from './inputs.ts'
import { compare } from './measure.ts'
import { watchMemory } from './memory.ts'
import { openBench } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const LONG = IS_SHORT ? 3600 : 3 * 3600
const SHORT = 600
const MB = 1_048_576

const engine = await makeToneEngine()
const bench = await openBench({ models: engine.folder })
const [long, short] = [await makeToneTalk(bench.folder, LONG), await makeToneTalk(bench.folder, SHORT)]

async function peak(path: string): Promise<number> {
  const { file, finish } = await bench.announceRecording(path, 'ja')
  const worker = await bench.start('worker')
  const memory = watchMemory(worker.pid)
  await finish()
  await bench.reach(file, ['processed'])
  const bytes = await memory.stop()
  await worker.stop()
  return bytes / MB
}

try {
  await compare({
    id: 'T3',
    goal: { atMost: 1.2 },
    unit: 'MB',
    ...(IS_SHORT ? { pairs: 1 } : {}),
    note: `${LONG / 3600} h against ${SHORT / 60} min of wav, tone engine, sum of PSS; ${loadNow()}`,
    ours: () => peak(long),
    peer: () => peak(short),
  })
} finally {
  await bench.close()
  await engine.remove()
}
