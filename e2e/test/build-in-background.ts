// Global setup of the e2e project: builds the web app and bundles the server in a child process, unless they are up to
// date. The build runs in parallel with the other test projects; `await-build.ts` makes each e2e file wait for it.
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
const TIMEOUT_MS = 10 * 60_000
/** Niceness of the build process: tests that measure time run in parallel. */
const NICENESS = 10

const builder = fileURLToPath(new URL('build.ts', import.meta.url))

/** Runs the build. Returns an empty string, or the error message. */
async function build(signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [builder], {
    env: utf8Environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  let output = ''
  // Child processes of the build may keep the pipe open; do not wait for them.
  signal.addEventListener('abort', () => child.stderr.destroy(), { once: true })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.on('error', ({ message }) => (output += message))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code === 0) return ''
  if (signal.aborted) return `The build was ended after ${TIMEOUT_MS / 60_000} minutes. ${output}`
  return output || `The build ended with ${code}`
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-build-'))
  const outcome = join(folder, 'outcome')
  project.provide('buildOutcome', outcome)
  project.provide('buildDeadline', Date.now() + TIMEOUT_MS)
  const end = new AbortController()
  const writeOutcome = async (): Promise<void> => {
    const text = await build(AbortSignal.any([end.signal, AbortSignal.timeout(TIMEOUT_MS)]))
    await writeFile(`${outcome}.draft`, text)
    await rename(`${outcome}.draft`, outcome)
  }
  // `await-build.ts` stops waiting when the folder is gone.
  const written = writeOutcome().catch(async (error: unknown) => {
    console.error('The outcome of the build for the e2e tests could not be written:', error)
    await rm(folder, { recursive: true, force: true })
  })
  return async () => {
    end.abort()
    await written
    await rm(folder, { recursive: true, force: true })
  }
}
