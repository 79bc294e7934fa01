import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A working folder that is deleted when the test leaves the block: `await using folder = await testFolder()`. */
export async function testFolder() {
  const path = await mkdtemp(join(tmpdir(), 'kaiwa-media-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
