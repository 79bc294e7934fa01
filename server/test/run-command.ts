// The commands of an installation (`npm run operator`, `plans`, `reset`, `rotate-secret`) as separate processes.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { compiledSources } from '../bundle.mjs'

/** Starts a program of `server/`, such as `operator.ts`. `environment` needs DATABASE_URL and KAIWA_DATA. */
export function startCommand(
  program: string,
  words: readonly string[],
  environment: Record<string, string>,
): ChildProcessWithoutNullStreams {
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url))
  // Each start loads the same thousand source files: with compiled code it takes half of the CPU time.
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiledSources, ...environment }
  return spawn(process.execPath, [path, ...words], { env: utf8Environment(env) })
}

/** Runs a command to its end. Returns its exit code, and its output followed by its errors. */
export async function runCommand(
  ...command: Parameters<typeof startCommand>
): Promise<{ code: number | null; output: string }> {
  const child = startCommand(...command)
  const [[code], output, errors] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, output: output + errors }
}
