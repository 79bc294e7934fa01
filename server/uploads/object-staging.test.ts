import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, expect, it } from 'vitest'
import { openS3 } from '../platform/storage/s3.ts'
import { openWorkFolders } from '../platform/work-folders.ts'
import { objectStaging } from './object-staging.ts'
import { itBehavesLikeStaging } from './staging-conformance.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

itBehavesLikeStaging(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-staging-'))
  folders.push(folder)
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'kaiwa' }],
  })
  const { port } = await server.run()
  const storage = openS3(
    {
      bucket: 'kaiwa',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      forcePathStyle: true,
    },
    openWorkFolders(folder),
  )
  return { staging: objectStaging(storage, join(folder, 'spool')), storage, close: () => server.close() }
})

it('leaves no file in its spool', async () => {
  for (const folder of folders) expect(await readdir(join(folder, 'spool'))).toEqual([])
})
