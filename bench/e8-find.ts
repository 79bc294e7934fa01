// E8: a search in a transcript of 60,000 words until its first hit is painted, with all other visible hits. warm: the
// texts were normalised by an earlier search; cold: they were not; folded: cold, and every word must be folded, which
// is rare in speech. The delay after typing is not included. The peer is the limit.

import { openEditorPage } from './editor-page.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const LIMIT_MS = 16
const BLOCKS = IS_SHORT ? 400 : 4000
const WORDS = 15
const editor = await openEditorPage()

type State = 'warm' | 'cold' | 'folded'

async function open(state: State): Promise<void> {
  await editor.page.evaluate(
    ([blocks, words, isWide]) => {
      const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
      const transcript = window.editor.make
        .longTranscript(blocks, words)
        .map((block) => (isWide ? { ...block, content: wide(block.content) } : block))
      window.editor.bench = window.editor.open(transcript)
    },
    [BLOCKS, WORDS, state === 'folded'] as const,
  )
}

function find(query: string) {
  return () =>
    editor.page.evaluate((words) => {
      const { operations, bench } = window.editor
      const { session, view } = bench!
      const passages = operations.find(session.getState().document, words)
      view.showHits(passages, 0)
      if (!passages[0] || !view.scrollToBlock(passages[0].uuid)) throw new Error('nothing found')
    }, query)
}

try {
  for (const state of ['warm', 'cold', 'folded'] as const)
    await compare({
      id: `E8-${state}`,
      goal: { atMost: 1 },
      async ours() {
        await open(state)
        if (state === 'warm') await find('言葉1')()
        return editor.cost(find('言葉5'))
      },
      peer: () => LIMIT_MS,
      note: `${BLOCKS} hits in ${BLOCKS * WORDS} words; the peer is the limit; ${loadNow()}`,
    })
} finally {
  await editor.close()
}
