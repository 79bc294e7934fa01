// E5: saving one changed block of a file of 4,000 blocks against one of 10: server time, and bytes of the request. The
// same for an autosave of one changed block, with a draft of half of the blocks against one of one block.
import { saveDraft } from '@kaiwa/contract/drafts.ts'
import { requestLock } from '@kaiwa/contract/transcript-edits.ts'
import { createEditingFixture, readFixture, saved } from '../server/test/factories/editing-fixture.ts'
import { openSaver } from './block-saver.ts'
import { openCalls } from './in-process-calls.ts'
import { compare } from './measure.ts'

const SAVES = 50
const calls = await openCalls()

/** Returns a function that autosaves one block repeatedly, with `pending` other blocks in the draft. */
async function autosaverOf(blocks: number, pending: number) {
  const fixture = await createEditingFixture(calls, { blocks })
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  const { lock } = await calls.succeed(requestLock, { params, body: {} }, fixture.owner)
  const state = await readFixture(calls, fixture)
  const at = { id: fixture.transcriptId, lockVersion: lock.version }
  let since = 0
  const bodyOf = (changed: typeof state.blocks) => ({
    revision: state.revision,
    since,
    key: 'bench',
    put: changed.map((block) => ({
      ...saved(block, { content: `直した発言、その${String(since + 1).padStart(6, '0')}。` }),
      speaker_id: block.speaker_id,
      section_name: null,
      previous: null,
    })),
  })
  const store = async (body: ReturnType<typeof bodyOf>) => {
    ;({ version: since } = await calls.succeed(saveDraft, { params: at, body }, fixture.owner))
  }
  await store(bodyOf(state.blocks.slice(0, pending)))
  const last = state.blocks.slice(-1)
  const run = async () => {
    const started = performance.now()
    for (let save = 0; save < SAVES; save += 1) await store(bodyOf(last))
    return (performance.now() - started) / SAVES
  }
  return { run, bytes: JSON.stringify(bodyOf(last)).length }
}

try {
  const [long, short] = [await openSaver(calls, 4000, SAVES), await openSaver(calls, 10, SAVES)]
  await compare({
    id: 'E5',
    goal: { atMost: 1.2 },
    ours: long.run,
    peer: short.run,
    note: `per save of one block of 4,000, against 10; request ${long.bytes} and ${short.bytes} bytes`,
  })
  const [much, little] = [await autosaverOf(4000, 2000), await autosaverOf(10, 1)]
  await compare({
    id: 'E5',
    goal: { atMost: 1.2 },
    ours: much.run,
    peer: little.run,
    note: `per autosave of one block of 4,000 with 2,000 in the draft, against 10 with 1; request ${much.bytes} and ${little.bytes} bytes`,
  })
} finally {
  await calls.close()
}
