// V2: the browser is killed at 100 random moments while it records from its fake microphone. The seconds between the end
// of what is stored and the kill, the largest of all, against the goal of 2 s. A lost recording counts as infinite.

import { join } from 'node:path'
import { buildRecordingPage } from '../e2e/test/build-recording-page.ts'
import { killWhileRecording, type KillOutcome } from '../e2e/test/recording-kills.ts'
import { openBench } from './bench-program.ts'
import { median, p95, report } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { serveRecordingPage } from './serve-recording-page.ts'

const KILLS = IS_SHORT ? 5 : 100
const GOAL_SECONDS = 2
/** Milliseconds of a recording. */
const [SHORTEST, LONGEST] = [300, 5_000]

function isLost({ size, readable, storedBefore }: KillOutcome): boolean {
  return size === null || size < storedBefore || readable < size
}

const load = loadNow()
const bench = await openBench()
const built = await buildRecordingPage()
try {
  const { url } = await bench.start('api')
  const outcomes = await killWhileRecording(
    {
      url,
      profile: join(bench.folder, 'profile'),
      userId: bench.owner.id,
      folderId: bench.projectId,
      prepare: (context) => serveRecordingPage(context, { url, folder: built.folder, token: bench.owner.token }),
    },
    Array.from({ length: KILLS }, () => SHORTEST + Math.random() * (LONGEST - SHORTEST)),
  )
  const lost = outcomes.map(({ lostSeconds }) => lostSeconds)
  const gone = outcomes.filter(isLost).length
  const longest = Math.max(...lost)
  await report({
    id: 'V2',
    ours: longest,
    peer: GOAL_SECONDS,
    unit: 's',
    ratio: longest / GOAL_SECONDS,
    goal: '<= 1',
    ok: longest <= GOAL_SECONDS && gone === 0,
    pairs: outcomes.length,
    note: `${outcomes.length} kills, ${gone} recordings lost; median ${median(lost).toFixed(2)} s, p95 ${p95(lost).toFixed(2)} s, ${load}`,
    at: new Date().toISOString(),
  })
} finally {
  await bench.close()
  await built.remove()
}
process.exit()
