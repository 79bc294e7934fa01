// The journeys run on what people run: the page as it is served and the program as it starts. Both are built, unless they
// are there, behind the quick projects, which leave a part of the machine idle; `built.ts` is where a journey waits for them.
import { spawn } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that is there when the build has ended: empty, or why it failed. */
    buildOutcome: string
  }
}

const builder = fileURLToPath(new URL('build.ts', import.meta.url))

/** Empty, or what the build said of its failure. */
const build = async (signal: AbortSignal): Promise<string> => {
  const child = spawn(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'pipe'], signal })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.on('error', ({ message }) => (said += message))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return code === 0 ? '' : said || `The build ended with ${code}`
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-build-'))
  const outcome = join(folder, 'outcome')
  project.provide('buildOutcome', outcome)
  const end = new AbortController()
  const told = build(end.signal).then(async (text) => {
    await writeFile(`${outcome}.draft`, text)
    await rename(`${outcome}.draft`, outcome)
  })
  return async () => {
    end.abort()
    await told
    await rm(folder, { recursive: true })
  }
}
