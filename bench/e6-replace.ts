// E6: time to replace 5,000 hits in a transcript of 60,000 words (one hit per block) as one undo step, until the result is
// painted. It includes the search before and after, and the highlighting of the hits. The peer is the limit.

import { openEditorPage } from './editor-page.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const LIMIT_MS = 300
/** Each numbered word occurs once per block. */
const BLOCKS = IS_SHORT ? 500 : 5000
const WORDS = 12
const editor = await openEditorPage()

async function open(): Promise<void> {
  await editor.page.evaluate(
    ([blocks, words]) => {
      const { make, operations, open: openTranscript } = window.editor
      const bench = openTranscript(make.longTranscript(blocks, words))
      window.editor.bench = bench
      bench.session.setEditing(true)
      bench.view.focusAt({ uuid: `block-${blocks >> 1}`, offset: 0 })
      bench.view.showHits(operations.find(bench.session.getState().document, '言葉5'), 0)
    },
    [BLOCKS, WORDS] as const,
  )
}

function replace() {
  return editor.page.evaluate((wanted) => {
    const { operations, bench } = window.editor
    const { session, view } = bench!
    let replaced = 0
    session.edit((document) => {
      const { edit, hits } = operations.replaceAll(document, { query: '言葉5', replacement: '用語' })
      replaced = hits
      return edit
    })
    view.showHits(operations.find(session.getState().document, '言葉5'), -1)
    if (replaced !== wanted) throw new Error(`${replaced} hits instead of ${wanted}`)
  }, BLOCKS)
}

/** Undoes the replacement and checks that the document is as before. */
async function undoReplace(): Promise<void> {
  const rest = await editor.page.evaluate(() => {
    const { session } = window.editor.bench!
    session.undo()
    return session.getState().isDirty || session.getState().canUndo
  })
  if (rest) throw new Error('one undo did not take everything back')
}

try {
  await compare({
    id: 'E6',
    goal: { atMost: 1 },
    async ours() {
      await open()
      const spent = await editor.cost(replace)
      await undoReplace()
      return spent
    },
    peer: () => LIMIT_MS,
    note: `${BLOCKS} hits in ${BLOCKS * WORDS} words; the peer is the limit; ${loadNow()}`,
  })
} finally {
  await editor.close()
}
