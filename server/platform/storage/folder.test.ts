import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { itBehavesLikeStorage } from './conformance.ts'
import { openFolder } from './folder.ts'

itBehavesLikeStorage(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-folder-'))
  return { storage: openFolder(folder), close: () => rm(folder, { recursive: true }) }
})

it('leaves no draft after a write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-folder-'))
  await openFolder(folder).put('a/b', 'x')
  expect(await readdir(join(folder, '.drafts'))).toEqual([])
  await rm(folder, { recursive: true })
})

it('removes drafts of killed processes, and keeps those that are being written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-folder-'))
  const drafts = join(folder, '.drafts')
  await mkdir(drafts)
  await writeFile(join(drafts, 'of a killed process'), 'x')
  await openFolder(folder).put('a/b', 'x')
  expect(await readdir(drafts)).toEqual(['of a killed process'])
  await openFolder(folder, 0).put('a/b', 'x')
  expect(await readdir(drafts)).toEqual([])
  await rm(folder, { recursive: true })
})

it('fails its check if it cannot write', async () => {
  await expect(openFolder(join(import.meta.filename, 'below a file')).check()).rejects.toThrow('ENOTDIR')
})
