import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openS3 } from '../platform/storage/s3.ts'
import { openWorkFolders } from '../platform/work-folders.ts'
import { startS3 } from '../test/start-s3.ts'
import { objectStaging } from './object-staging.ts'
import { itBehavesLikeStaging } from './staging-conformance.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

itBehavesLikeStaging(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-staging-'))
  folders.push(folder)
  const { server, config } = await startS3(join(folder, 'bucket'))
  const storage = openS3(config, openWorkFolders(folder))
  return { staging: objectStaging(storage, join(folder, 'spool')), storage, close: () => server.close() }
})

it('leaves no file in its spool', async () => {
  for (const folder of folders) expect(await readdir(join(folder, 'spool'))).toEqual([])
})
