// Global setup of the e2e project: builds the web app and bundles the server in a child process, unless they are up to
// date. The build runs in parallel with the other test projects; `built.ts` makes each e2e file wait for it.
import { spawn } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a file that is written when the build ends. It is empty, or holds the error message. */
    buildOutcome: string
    /** Time at which the build is aborted, in milliseconds since 1970. */
    buildDeadline: number
  }
}

/** Build timeout in milliseconds: several times the duration of a build on two busy cores. */
const LONGEST = 10 * 60_000
/** Niceness of the build process: tests that measure time run in parallel. */
const NICENESS = 10

const builder = fileURLToPath(new URL('build.ts', import.meta.url))

/** Runs the build. Returns an empty string, or the error message. */
const build = async (signal: AbortSignal): Promise<string> => {
  const child = spawn(process.execPath, [builder], {
    env: utf8Environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  let said = ''
  // Child processes of the build may keep the pipe open; do not wait for them.
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
  // `built.ts` stops waiting when the folder is gone.
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
