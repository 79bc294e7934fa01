// T1: from the last byte of ten minutes of speech to the finished transcript, against the plain engine on the same
// audio: recogniser and diariser on the whole file, single-threaded; the sum of their times divided by the number of
// cores.

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { decodeSpeech, openVoiceActivity } from '@kaiwa/speech'
import { diariseClassically, hearSegments } from '@kaiwa/speech/testing'
import { makeSpeech } from './inputs.ts'
import { compare, report, toResult } from './measure.ts'
import { openBench } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const SECONDS = IS_SHORT ? 120 : 600
/** The first pair is dropped: it only loads models. */
const DROPPED_SECONDS = 20

const run = promisify(execFile)
const bench = await openBench()
const worker = await bench.start('worker')
const inputs = [await makeSpeech(bench.folder, DROPPED_SECONDS), await makeSpeech(bench.folder, SECONDS)] as const
// The bare engine gets the speech segments, so only our side spends time on voice activity detection.
const detector = openVoiceActivity()
const segments = await hearSegments(decodeSpeech(await readFile(inputs[1])), detector)
void detector.close()

/** Both sides recognise at the same priority. */
const RECOGNISE = ['-n', '19', 'pocketsphinx_continuous', '-time', 'yes', '-logfn', '/dev/null', '-infile']
let speech = inputs[0]

async function recognise(): Promise<void> {
  await run('nice', [...RECOGNISE, speech], { maxBuffer: 1e8 })
}

try {
  await compare({
    id: 'T1',
    goal: { atMost: 1.1 },
    pairs: IS_SHORT ? 2 : 3,
    note: `${SECONDS / 60} min of speech as wav, pocketsphinx; ${loadNow()}`,
    async ours() {
      const { file, finish } = await bench.announceRecording(speech, 'en')
      const since = performance.now()
      await finish()
      await bench.reach(file, ['processed'])
      return performance.now() - since
    },
    async peer() {
      const since = performance.now()
      await recognise()
      diariseClassically(segments)
      speech = inputs[1]
      return (performance.now() - since) / availableParallelism()
    },
  })
  // Programs that run at the same time share caches and memory, which no schedule of ours can win back. Measured as T1 is:
  // plain engines side by side, each with its own file, against one alone.
  const started = performance.now()
  await recognise()
  const alone = performance.now() - started
  await Promise.all(Array.from({ length: availableParallelism() }, recognise))
  const sideBySide = performance.now() - started - alone
  const note = `plain engines side by side, against one alone; ${loadNow()}`
  await report(toResult({ id: 'T1 engines', goal: { atMost: 1.1 }, note }, [{ ours: sideBySide, peer: alone }]))
} finally {
  await worker.stop()
  await bench.close()
}
