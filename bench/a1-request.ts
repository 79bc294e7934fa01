// A1: requests per second of an authenticated, authorised and validated GET with one query (the visible tags), against
// plain node:http and pg with the same two statements. Sixteen callers; our server runs the api role only.

import { createFolderTag, createTagCategory, listTags } from '@kaiwa/contract/tags.ts'
import { openCalls } from './in-process-calls.ts'
import { requestsPerSecond } from './load.ts'
import { compare } from './measure.ts'
import { startPeer } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const CALLERS = 16
const MILLISECONDS = IS_SHORT ? 2000 : 8000
const TAGS = 10

const { bench, succeed, statementsOf, close } = await openCalls()
const { owner, projectId } = bench
try {
  const category = await succeed(createTagCategory, { body: { name: '商談' } }, owner)
  for (let tag = 1; tag <= TAGS; tag++) {
    await succeed(
      createFolderTag,
      { params: { projectId }, body: { tag_category_id: category.id, name: `論点${tag}` } },
      owner,
    )
  }
  const statements = await statementsOf(() => succeed(listTags, {}, owner))
  const program = await bench.start('api')
  const bare = await startPeer('bare-reader.ts', bench.databaseUrl, JSON.stringify(statements))
  const load = { callers: CALLERS, milliseconds: MILLISECONDS }
  const headers = { authorization: `Bearer ${owner.token}` }
  try {
    await compare({
      id: 'A1',
      goal: { atLeast: 0.6 },
      unit: 'requests/s',
      note: `${CALLERS} callers, ${statements.length} statements, ${TAGS} rows; ${loadNow()}`,
      ours: () => requestsPerSecond(`${program.url}/api/tags/all`, { ...load, headers }),
      peer: () => requestsPerSecond(bare.url, load),
    })
  } finally {
    bare.stop()
    await program.stop()
  }
} finally {
  await close()
}
