// The journeys run on what people run: the page as it is served and the program as it starts. Both are built, unless they
// are there, behind the quick projects, which leave a part of the machine idle; `built.ts` is where a journey waits for them.
import { spawn } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that is there when the build has ended: empty, or why it failed. */
    buildOutcome: string
    /** When the build is ended if it has not: milliseconds since 1970. */
    buildDeadline: number
  }
}

/** Milliseconds: several times what a build takes on two busy cores. */
const LONGEST = 10 * 60_000
/** Tests that are timed run beside it. */
const NICENESS = 10

const builder = fileURLToPath(new URL('build.ts', import.meta.url))

/** Empty, or what the build said of its failure. */
const build = async (signal: AbortSignal): Promise<string> => {
  const child = spawn(process.execPath, [builder], {
    env: utf8Environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  let said = ''
  // What it started may hold the pipe, and is not waited for.
  signal.addEventListener('abort', () => child.stderr.destroy(), { once: true })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.on('error', ({ message }) => (said += message))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code === 0) return ''
  if (signal.aborted) return `The build was ended after ${LONGEST / 60_000} minutes. ${said}`
  return said || `The build ended with ${code}`
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-build-'))
  const outcome = join(folder, 'outcome')
  project.provide('buildOutcome', outcome)
  project.provide('buildDeadline', Date.now() + LONGEST)
  const end = new AbortController()
  const tell = async (): Promise<void> => {
    const text = await build(AbortSignal.any([end.signal, AbortSignal.timeout(LONGEST)]))
    await writeFile(`${outcome}.draft`, text)
    await rename(`${outcome}.draft`, outcome)
  }
  // Without the folder nobody waits any longer.
  const told = tell().catch(async (error: unknown) => {
    console.error('How the build of what the journeys run on ended could not be told:', error)
    await rm(folder, { recursive: true, force: true })
  })
  return async () => {
    end.abort()
    await told
    await rm(folder, { recursive: true, force: true })
  }
}
