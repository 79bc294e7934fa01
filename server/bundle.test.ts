import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundleProgram } from '../tools/bundle-program.ts'
import { bundleFolder, type BundleRecord, compiledFolder, findBundle, nodeMajor, root, stateOf } from './bundle.mjs'

describe('a bundle is used', () => {
  let folder: string
  let source: string
  const record = (changes: Partial<BundleRecord> = {}) =>
    writeFile(
      join(folder, 'record.json'),
      JSON.stringify({
        entry: 'program.mjs',
        node: nodeMajor,
        root,
        sources: { [relative(root, source)]: stateOf(source) },
        ...changes,
      }),
    )
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kaiwa-bundle-'))
    source = join(folder, 'source.ts')
    await writeFile(source, 'export {}')
    await record()
    return () => rm(folder, { recursive: true })
  })

  const unless: [what: string, change: () => Promise<unknown>][] = [
    ['a source was changed', () => writeFile(source, 'export const more = 1')],
    ['a source has another time', () => utimes(source, 1, 1)],
    ['a source is gone', () => rm(source)],
    ['another Node runs it', () => record({ node: '22' })],
    ['the folder was moved', () => record({ root: '/elsewhere/' })],
    ['its record is broken', () => writeFile(join(folder, 'record.json'), '{')],
    ['it was never written', () => rm(join(folder, 'record.json'))],
  ]
  it('while its sources are unchanged', () => {
    expect(findBundle(folder)).toBe(join(folder, 'program.mjs'))
  })
  it.each(unless)('not when %s', async (_, change) => {
    await change()
    expect(findBundle(folder)).toBeUndefined()
  })
})

describe('the bundle of the program', () => {
  let folder: string
  let compiled: string
  beforeAll(async () => {
    // Next to the folder that the start uses, so that packages are resolved in the same way.
    await mkdir(join(bundleFolder, '..'), { recursive: true })
    folder = await mkdtemp(join(bundleFolder, '../test-'))
    // Bundles that were built before the clock was put back.
    for (const later of ['9999999999998', '9999999999999']) await mkdir(join(folder, later))
    compiled = await mkdtemp(join(tmpdir(), 'kaiwa-compiled-'))
    await writeFile(join(compiled, 'of-former-bundles.cache'), '')
    await bundleProgram(folder, compiled)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('has its compiled code in its own folder, which is deleted with it, and former code is deleted', async () => {
    const found = findBundle(folder) ?? ''
    expect(compiledFolder(found)).toBe(join(dirname(found), 'compiled'))
    const files = await readdir(compiledFolder(found), { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile()).length).toBeGreaterThan(0)
    await expect(stat(compiled)).rejects.toThrow('ENOENT')
  })

  it('stays when older bundles are deleted, also after the clock was put back', async () => {
    const found = findBundle(folder)
    expect(found).toBeDefined()
    expect(await stat(found ?? '')).toMatchObject({ size: expect.any(Number) as number })
    expect(await readdir(folder)).toHaveLength(3)
  })

  it('is not used while one of its files is truncated or missing', async () => {
    const main = findBundle(folder) ?? ''
    for (const part of (await readdir(dirname(main))).filter((name) => name.endsWith('.mjs'))) {
      const path = join(dirname(main), part)
      await rename(path, `${path}.away`)
      expect(findBundle(folder)).toBeUndefined()
      await writeFile(path, '')
      expect(findBundle(folder)).toBeUndefined()
      await rename(`${path}.away`, path)
    }
    expect(findBundle(folder)).toBe(main)
  })

  it('runs the program', async () => {
    const env = utf8Environment({ PATH: process.env['PATH'], KAIWA_ROLES: 'nonsense' })
    const { entry } = JSON.parse(await readFile(join(folder, 'record.json'), 'utf8')) as BundleRecord
    const { status, stderr } = spawnSync(process.execPath, [join(folder, entry)], { env, encoding: 'utf8' })
    expect(stderr).toContain('KAIWA_ROLES')
    expect(status).toBe(1)
  })

  it('starts without the compiler for types', async () => {
    const main = await readFile(join(root, 'server/main.mjs'), 'utf8')
    expect([...main.matchAll(/^import .* from '(\..*)'$/gm)].map(([, path]) => path)).toEqual(['./bundle.mjs'])
    const address = pathToFileURL(join(root, 'server/bundle.mjs')).href
    const run = `
      process.on('exit', () => console.log(process.moduleLoadList.filter((name) => name.includes('amaro'))))
      const { findBundle } = await import(${JSON.stringify(address)})
      await import(findBundle(${JSON.stringify(folder)}))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', run], {
      env: utf8Environment({ PATH: process.env['PATH'], KAIWA_ROLES: 'nonsense' }),
      encoding: 'utf8',
    })
    expect(stderr).toContain('KAIWA_ROLES')
    expect(stdout.trim()).toBe('[]')
  })

  it('starts threads from source files that plain Node can run', async () => {
    const parts = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.mjs'))
    const code = (await Promise.all(parts.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
    const addresses = [...code.matchAll(/new URL\("(\S*\bthread(?:-main)?\.ts)", "(file:[^"]+)"\)/g)]
    const named = new Set(addresses.map(([, name = '', base]) => new URL(name, base).href))
    const sources = (await readdir(join(root, 'server'), { recursive: true }))
      .filter((name) => /(^|[./])thread(-main)?\.ts$/.test(name))
      .map((name) => pathToFileURL(join(root, 'server', name)).href)
    expect(sources.length).toBeGreaterThan(1)
    expect([...named].toSorted()).toEqual(sources.toSorted())
    const read = `for (const module of ${JSON.stringify([...named])}) await import(module)`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', read], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })
})
