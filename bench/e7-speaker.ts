// E7: assigning 1,000 blocks of a transcript of 60,000 words to another speaker, until it is painted. The peer is the
// limit.

import { openEditorPage } from './editor-page.ts'
import { compare } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const LIMIT_MS = 150
const BLOCKS = IS_SHORT ? 400 : 4000
const WORDS = 15
const CHANGED = BLOCKS / 4
const [FROM, TO] = [1, 3]
const editor = await openEditorPage()

async function open(): Promise<void> {
  await editor.page.evaluate(
    ([blocks, words]) => {
      const bench = window.editor.open(window.editor.make.longTranscript(blocks, words))
      window.editor.bench = bench
      bench.session.setEditing(true)
    },
    [BLOCKS, WORDS] as const,
  )
}

/** Every second block of a speaker: the blocks in between keep theirs, so each change begins or ends a paragraph. */
function change() {
  return editor.page.evaluate(
    ([count, from, to]) => {
      const { operations, bench } = window.editor
      const { session } = bench!
      const own = [...session.getState().document.blocks].filter(({ speaker_id }) => speaker_id === from)
      const [uuid, ...children] = own.flatMap((block, number) => (number % 2 === 0 ? [block.uuid] : []))
      session.edit((document) =>
        operations.changeSpeaker(document, {
          uuid: uuid!,
          children: children.slice(0, count - 1),
          speaker_id: to,
          mode: 'individual',
        }),
      )
      const changed = [...session.getState().document.blocks].filter(({ speaker_id }) => speaker_id === to).length
      if (changed !== count) throw new Error(`${changed} blocks instead of ${count}`)
    },
    [CHANGED, FROM, TO] as const,
  )
}

try {
  await compare({
    id: 'E7',
    goal: { atMost: 1 },
    async ours() {
      await open()
      return editor.cost(change)
    },
    peer: () => LIMIT_MS,
    note: `${CHANGED} blocks of ${BLOCKS}; the peer is the limit; ${loadNow()}`,
  })
} finally {
  await editor.close()
}
