// A1: requests a second of a signed-in, authorised, validated GET with one query of its own (the tags that the caller may
// see) against bare node:http and pg, which read one row by its id. Sixteen callers; ours in the api role alone.

import { createFile, createFolder, rootOf } from '../server/test/factories/items.ts'
import { requestsPerSecond } from './load.ts'
import { compare } from './measure.ts'
import { openBench, startBare } from './program.ts'
import { IS_SHORT, loadNow } from './short.ts'

const CALLERS = 16
const MILLISECONDS = IS_SHORT ? 2000 : 8000

const bench = await openBench()
const { app, owner } = bench
const program = await bench.start('api')
const bare = await startBare('bare-reader.ts', bench.databaseUrl)
try {
  const folder = await createFolder(app.db, rootOf(owner), { creator: owner })
  const file = await createFile(app.db, folder, { creator: owner })
  const load = { callers: CALLERS, milliseconds: MILLISECONDS }
  const headers = { authorization: `Bearer ${owner.token}` }
  await compare({
    id: 'A1',
    goal: { atLeast: 0.6 },
    unit: 'requests/s',
    note: `${CALLERS} callers; ${loadNow()}`,
    ours: () => requestsPerSecond(`${program.url}/api/tags/all`, { ...load, headers }),
    peer: () => requestsPerSecond(`${bare.url}/files/${file.id}`, load),
  })
} finally {
  bare.stop()
  await program.stop()
  await bench.close()
}
