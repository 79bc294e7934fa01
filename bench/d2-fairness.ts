// D2: from the last byte of a short recording to its transcript, behind 50 recordings of the same length of another
// workspace, against an idle worker.

import { createFolder, rootOf } from '../server/test/factories/items.ts'
import { announceRecording } from '../server/test/factories/recordings.ts'
import { createOwner } from '../server/test/factories/users.ts'
import { openBench } from './bench-program.ts'
import { makeSpeech } from './inputs.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { stopFile } from './stop-file.ts'

const SECONDS = 20
const AHEAD = IS_SHORT ? 20 : 50

const bench = await openBench()
const { app, owner } = bench
const worker = await bench.start('worker')
const speech = await makeSpeech(bench.folder, SECONDS)
const other = await createOwner(app.db)
const folderOfOther = await createFolder(app.db, rootOf(other), { creator: other })

/** Milliseconds from the last byte to the transcript. */
async function transcribe(): Promise<number> {
  const { file, finish } = await announceRecording({ app }, folderOfOther, speech, { creator: other, language: 'en' })
  const since = performance.now()
  await finish()
  await bench.reach(file, ['processed'])
  return performance.now() - since
}

try {
  await compare({
    id: 'D2',
    goal: { atMost: 2.5 },
    pairs: 3,
    note: `${SECONDS} s of speech behind ${AHEAD} of another workspace, pocketsphinx; ${loadNow()}`,
    async ours() {
      const ahead = []
      for (let count = 0; count < AHEAD; count += 1) ahead.push(await bench.announceRecording(speech, 'en'))
      for (const { finish } of ahead) await finish()
      const taken = await transcribe()
      for (const { file } of ahead) await stopFile(app, owner.actor, file.id)
      for (const { file } of ahead) await bench.reach(file, ['processed', 'canceled'])
      return taken
    },
    peer: transcribe,
  })
} finally {
  await worker.stop()
  await bench.close()
}
