import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { localSecret } from './local-secret.ts'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-secret-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('is created once and kept', async () => {
  const folder = await newFolder()
  const secret = localSecret(folder)
  expect(secret).toHaveLength(43)
  expect(localSecret(folder)).toBe(secret)
  expect(await readdir(folder)).toEqual(['secret'])
})

it('is created again when the file is empty, as after a power loss during the first start', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'secret'), '')
  const secret = localSecret(folder)
  expect(secret).toHaveLength(43)
  expect(localSecret(folder)).toBe(secret)
  expect(await readdir(folder)).toEqual(['secret'])
})
