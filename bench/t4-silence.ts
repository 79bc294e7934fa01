// T4: an hour of silence against an hour of speech; silence must not produce any text. The silence is the noise of a
// quiet room, not zeros. Uses the engine of the tests, slowed to one thirtieth of the recording's length, which is
// faster than any real engine here.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeToneEngine } from '../server/test/factories/recordings.ts'
import { ffmpeg, makeToneTalk } from './inputs.ts'
import { compare } from './measure.ts'
import { openBench, waitUntil } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const SECONDS = IS_SHORT ? 600 : 3600
const EFFORT = 25
/** Amplitude relative to full scale: -74 dB. */
const ROOM = 0.0002

const engine = await makeToneEngine({ effort: EFFORT })
const bench = await openBench({ models: engine.folder })
const { app } = bench
const worker = await bench.start('worker')
const speech = await makeToneTalk(bench.folder, SECONDS)
const silence = join(bench.folder, 'silence.wav')
const noise = `anoisesrc=color=white:sample_rate=16000:amplitude=${ROOM}:duration=${SECONDS}`
await ffmpeg('-f', 'lavfi', '-i', noise, '-c:a', 'pcm_s16le', silence)
// Their headers differ by a few bytes.
if (Math.abs((await stat(silence)).size - (await stat(speech)).size) > 1000)
  throw new Error('The two are not equally long')

async function process(path: string, end: 'processed' | 'failed') {
  const { file, finish } = await bench.announceRecording(path, 'ja')
  const since = performance.now()
  await finish()
  await bench.reach(file, [end])
  return { file, taken: performance.now() - since }
}

try {
  await compare({
    id: 'T4',
    goal: { atMost: 0.05 },
    pairs: IS_SHORT ? 1 : 3,
    note: `${SECONDS / 60} min of wav each, tone engine of effort ${EFFORT}, 0 characters out; ${loadNow()}`,
    async ours() {
      const { file, taken } = await process(silence, 'failed')
      const { failed_reason } = await app.db
        .selectFrom('files')
        .select('failed_reason')
        .where('id', '=', file.id)
        .executeTakeFirstOrThrow()
      if (failed_reason !== 'no-transcript') throw new Error(`Silence ended as ${failed_reason}`)
      const chunks = await app.db.selectFrom('speech_chunks').select('id').where('file_id', '=', file.id).execute()
      if (chunks.length > 0) throw new Error('Something was heard in the silence')
      // The playback files are made after the final state; wait for them, so that they do not slow down the peer.
      await waitUntil(async () => {
        const { prepared_at } = await app.db
          .selectFrom('files')
          .select('prepared_at')
          .where('id', '=', file.id)
          .executeTakeFirstOrThrow()
        return prepared_at !== null
      })
      return taken
    },
    peer: async () => (await process(speech, 'processed')).taken,
  })
} finally {
  await worker.stop()
  await bench.close()
  await engine.remove()
}
