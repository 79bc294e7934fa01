import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildWeb } from './build-web.ts'

/** Takes the place of the builder: empties the folder of the page, and ends there if a source says so. */
const BUILDER = `
  import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
  rmSync('dist', { recursive: true, force: true })
  mkdirSync('dist')
  writeFileSync('dist/index.html', '')
  if (readFileSync('main.ts', 'utf8') === 'interrupt') process.kill(process.pid, 'SIGKILL')
  writeFileSync('dist/main.js', '')`

it('the page is built again after an interrupted build, also from the sources of the build before', async () => {
  const root = await mkdtemp(join(tmpdir(), 'kaiwa-web-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await write('package.json', '{"type":"module"}')
  await write('package-lock.json', '{}')
  await write('packages/one.ts', '')
  await write('node_modules/vite/bin/vite.js', BUILDER)
  const isBuilt = async (source: string) => {
    await write('web/main.ts', source)
    let isStarted = false
    await buildWeb(() => (isStarted = true), root)
    return isStarted
  }
  expect(await isBuilt('first')).toBe(true)
  expect(await isBuilt('first')).toBe(false)
  await expect(isBuilt('interrupt')).rejects.toThrow('could not be built')
  expect(await isBuilt('first')).toBe(true)
})
