// E3: main thread time to move the playback highlight by one word in a transcript of 60,000 words in real Chromium:
// script, style, layout and paint, minus the time of the same frames without a move. The peer is the limit.

import { openEditorPage } from './editor-page.ts'
import { compare } from './measure.ts'

const LIMIT_MS = 1
const BLOCKS = 4000
const WORDS = 15
const MOVES = 300

const { page, busy, close } = await openEditorPage()
await page.evaluate(
  ([blocks, words]) => {
    window.editor.bench = window.editor.open(window.editor.make.longTranscript(blocks!, words!))
    window.editor.bench.view.moveTo(0.1)
  },
  [BLOCKS, WORDS],
)

/**
 * Busy milliseconds over several frames, with the playback position moved by `step` in each (half a second is one word;
 * 0 for no move).
 */
async function frames(from: number, step: number): Promise<number> {
  const before = await busy()
  await page.evaluate(
    ([start, by, count]) =>
      new Promise<void>((done) => {
        let frame = 0
        const next = () => {
          window.editor.bench!.view.moveTo(start! + frame * by! + 0.1)
          if (++frame < count!) requestAnimationFrame(next)
          else done()
        }
        requestAnimationFrame(next)
      }),
    [from, step, MOVES],
  )
  return (await busy()) - before
}

let offset = 0

async function ours() {
  const start = offset
  offset += MOVES * 0.5
  const still = await frames(start, 0)
  const moving = await frames(start, 0.5)
  return (moving - still) / MOVES
}

try {
  await compare({
    id: 'E3',
    goal: { atMost: 1 },
    ours,
    peer: () => LIMIT_MS,
    note: `per word over ${MOVES} words of ${BLOCKS * WORDS}, following included; the peer is the limit`,
  })
} finally {
  await close()
}
