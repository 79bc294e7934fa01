import { mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFolder } from '../platform/storage/folder.ts'
import { folderStaging } from './folder-staging.ts'
import { itBehavesLikeStaging } from './staging-conformance.ts'

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-staging-'))
  const storage = openFolder(join(folder, 'files'))
  return {
    staging: folderStaging(join(folder, 'uploads'), storage),
    storage,
    folder,
    close: () => rm(folder, { recursive: true }),
  }
}

itBehavesLikeStaging(open)

let opened: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  opened = await open()
})
afterAll(() => opened.close())

function append(id: number, offset: number, text: string) {
  const incoming = { bytes: Readable.from([Buffer.from(text)]), checksum: null, maxBytes: 99 }
  return opened.staging.append(id, offset, { ...incoming, releaseSignal: new AbortController().signal }, async () => {})
}

it('lists nothing before the first upload', async () => {
  expect(await opened.staging.list()).toEqual([])
})

it('moves a finished upload and leaves no file in the folder', async () => {
  await append(1, 0, 'abc')
  await opened.staging.finish(1, 3, 'media/a/original')
  expect(await readdir(join(opened.folder, 'uploads'))).toEqual([])
})

// Every write to this device fails as on a full disk. It exists on Linux only.
it.runIf(process.platform === 'linux')('a full disk does not affect durable bytes', async () => {
  const path = join(opened.folder, 'uploads', '2')
  await append(2, 0, 'abc')
  await rename(path, `${path}.kept`)
  await symlink('/dev/full', path)
  await expect(append(2, 0, 'def')).rejects.toMatchObject({ code: 'ENOSPC' })
  await rename(`${path}.kept`, path)
  await append(2, 3, 'def')
  await opened.staging.finish(2, 6, 'media/b/original')
  expect(await opened.storage.head('media/b/original')).toMatchObject({ size: 6 })
})
