import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const MODULE = new URL('idle-memory.ts', import.meta.url).href

/** A program that leaves garbage and then runs `work`; returns what it prints. */
async function run(work: string): Promise<string> {
  const program = `
    import { giveBackIdleMemory } from '${MODULE}'
    globalThis.registry = new FinalizationRegistry((what) => { console.log(what); process.exit() })
    registry.register({}, 'collected')
    giveBackIdleMemory(new AbortController().signal, { checkMs: 20, idleMs: 60 })
    ${work}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return stdout.trim()
}

it('collects garbage while the program is idle', async () => {
  expect(await run('setInterval(() => {}, 1_000_000)')).toBe('collected')
})

it('does not collect while the program works', async () => {
  const work = `
    for (let turn = 0; turn < 30; turn += 1) {
      const until = performance.now() + 10
      while (performance.now() < until);
      await new Promise((resolve) => setImmediate(resolve))
    }
    console.log('worked')
    process.exit()`
  expect(await run(work)).toBe('worked')
})
