import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { openS3 } from '../platform/storage/s3.ts'
import { openWorkFolders } from '../platform/work-folders.ts'
import { startS3 } from '../test/start-s3.ts'
import { objectStaging } from './object-staging.ts'
import { ChecksumMismatch } from './receive.ts'
import { itBehavesLikeStaging } from './staging-conformance.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

async function openStaging() {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-staging-'))
  folders.push(folder)
  const { server, config } = await startS3(join(folder, 'bucket'))
  const storage = openS3(config, openWorkFolders(folder))
  return { staging: objectStaging(storage, join(folder, 'spool')), storage, close: () => server.close() }
}

itBehavesLikeStaging(openStaging)

it('keeps a part when a late request sends the same range damaged', async () => {
  const { staging, close } = await openStaging()
  const bytes = randomBytes(100_000)
  const checksum = { algorithm: 'sha256', hash: createHash('sha256').update(bytes).digest('base64') } as const
  const append = (sent: Uint8Array) =>
    staging.append(
      7,
      0,
      { bytes: Readable.from([sent]), checksum, maxBytes: 1e9, releaseSignal: new AbortController().signal },
      async () => {},
    )
  expect(await append(bytes)).toBe(bytes.length)
  await expect(append(randomBytes(bytes.length))).rejects.toThrow(ChecksumMismatch)
  expect(Buffer.from(await staging.read(7, 0, bytes.length))).toEqual(bytes)
  await close()
})

it('leaves no file in its spool', async () => {
  for (const folder of folders) expect(await readdir(join(folder, 'spool'))).toEqual([])
})
