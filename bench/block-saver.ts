// Saves of one changed block, as E5 and N5 measure them.
import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { createEditingFixture, readFixture, saved } from '../server/test/factories/editing-fixture.ts'
import type { openCalls } from './in-process-calls.ts'

type Calls = Awaited<ReturnType<typeof openCalls>>

/** Returns a function that saves one block in the middle of a file `saves` times, and returns milliseconds per save. */
export async function openSaver(calls: Calls, blocks: number, saves: number) {
  const fixture = await createEditingFixture(calls, { blocks })
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  const { lock } = await calls.succeed(requestLock, { params, body: {} }, fixture.owner)
  const state = await readFixture(calls, fixture)
  const middle = state.blocks[blocks >> 1]
  if (!middle) throw new Error('no block in the middle')
  let { revision } = state
  let count = 0
  const body = () => {
    const content = `直した発言、その${String((count += 1)).padStart(6, '0')}。`
    return { blocks: [saved(middle, { content })], revision, lock_version: lock.version }
  }
  const run = async () => {
    const since = performance.now()
    for (let save = 0; save < saves; save += 1)
      ({ revision } = await calls.succeed(
        saveBlocks,
        { params: { id: fixture.transcriptId }, body: body() },
        fixture.owner,
      ))
    return (performance.now() - since) / saves
  }
  return { run, bytes: JSON.stringify(body()).length }
}
