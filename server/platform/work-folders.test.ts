import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorkFolders } from './work-folders.ts'

function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  )
}

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kaiwa-work-'))
})
afterAll(() => rm(root, { recursive: true }))

it('a work folder is deleted when the work has ended or failed', async () => {
  const folders = openWorkFolders(root)
  let folder = ''
  await folders.withFolder(async (path) => {
    folder = path
    expect(await exists(path)).toBe(true)
  })
  expect(await exists(folder)).toBe(false)
  await expect(folders.withFolder(async (path) => Promise.reject(new Error(path)))).rejects.toThrow(root)
  await folders.close()
  expect(await readdir(root)).toEqual([])
})

it('an open folder is kept until the process has ended', async () => {
  const folders = openWorkFolders(root)
  const folder = await folders.openFolder()
  await folders.withFolder(async () => {})
  expect(await exists(folder)).toBe(true)
  await folders.close()
  expect(await readdir(root)).toEqual([])
})

it('the folder of a killed process is removed by another process, that of a live process is kept', async () => {
  const fixture = fileURLToPath(new URL('killed-work.fixture.ts', import.meta.url))
  const start = async () => {
    const child = spawn(process.execPath, [fixture, root], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, folder: line.toString().trim() }
  }
  const [killed, alive] = await Promise.all([start(), start()])
  const ending = once(killed.child, 'exit')
  killed.child.kill('SIGKILL')
  await ending
  const folders = openWorkFolders(root, 50)
  const beat = async () => (await stat(dirname(alive.folder))).mtimeMs
  const look = async () => {
    await folders.look()
    const last = await beat()
    await expect.poll(beat).not.toBe(last)
  }
  try {
    await look()
    await look()
    expect(await exists(join(killed.folder, 'half-made'))).toBe(true)
    await look()
    expect(await exists(dirname(killed.folder))).toBe(false)
    expect(await exists(join(alive.folder, 'half-made'))).toBe(true)
  } finally {
    alive.child.kill('SIGKILL')
  }
})

it('a process continues if its folder was removed by mistake', async () => {
  const folders = openWorkFolders(root)
  await mkdir(root, { recursive: true })
  await folders.withFolder(async () => {})
  await rm(root, { recursive: true })
  expect(await folders.withFolder(exists)).toBe(true)
  await folders.close()
})
