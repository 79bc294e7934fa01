// N1: script time of the main thread per frame while the slider of the word cloud moves over a recording of 200,000 terms in
// real Chromium. The slider moves by 1 s in each frame, so that words enter and leave. The peer is the limit.

import { sql } from 'kysely'
import { openFilePages } from './file-pages.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const LIMIT_MS = 8
const PHRASES = 2
/** Eight words per phrase. */
const BLOCKS = IS_SHORT ? 1_250 : 12_500
const FRAMES = 300
/** Different words, so that a minute has more than the cloud shows. */
const VOCABULARY = 2_000

const pages = await openFilePages()

async function openCloud() {
  const file = await pages.createFile(BLOCKS, PHRASES)
  await sql`
    update blocks set terms = (
      select jsonb_agg(term || jsonb_build_object('base', '語' || number, 'type', 3, 'score', 0.2 + 0.8 * number / ${VOCABULARY}))
      from (
        select term, hashint4((position * 100 + at)::integer)::bigint % ${VOCABULARY} + ${VOCABULARY} as number
        from jsonb_array_elements(terms) with ordinality as word (term, at)
      ) as named
    ) where transcript_id in (select id from transcripts where file_id = ${file.id})
  `.execute(pages.db)
  const page = await pages.open(file, '?tab=parse')
  await page.waitForFunction(() => document.querySelectorAll('ol[data-state=placed] button').length === 40)
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const script = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
  }
  /** Script time of frames in which the slider moves by `step` seconds. */
  const frames = async (from: number, step: number): Promise<number> => {
    const before = await script()
    await page.evaluate(
      ([start, by, count]) =>
        new Promise<void>((done) => {
          const slider = document.querySelector<HTMLInputElement>('[role=tabpanel] label input[type=range]')!
          const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
          let frame = 0
          const next = () => {
            set!.call(slider, String(start! + frame * by!))
            slider.dispatchEvent(new Event('input', { bubbles: true }))
            if (++frame < count!) requestAnimationFrame(next)
            else done()
          }
          requestAnimationFrame(next)
        }),
      [from, step, FRAMES],
    )
    return (await script()) - before
  }
  return frames
}

try {
  const frames = await openCloud()
  let from = 60
  await compare({
    id: 'N1',
    goal: { atMost: 1 },
    async ours() {
      from += FRAMES
      return (await frames(from, 1)) / FRAMES
    },
    peer: () => LIMIT_MS,
    note: `script time per frame of ${FRAMES}, ${BLOCKS * PHRASES * 8} terms; the peer is the limit; ${loadNow()}`,
  })
} finally {
  await pages.close()
}
