// A worker as a separate process, as in an installation, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { vi } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface WorkerProcess {
  pid: number
  kill: () => Promise<void>
  stop: () => Promise<void>
}

/** Resolves when the process reports that it is ready. `environment` needs DATABASE_URL and KAIWA_DATA. */
export async function startWorkerProcess(environment: Record<string, string>): Promise<WorkerProcess> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: utf8Environment({
      PATH: process.env['PATH'],
      KAIWA_ROLES: 'worker',
      KAIWA_LOG_LEVEL: 'silent',
      PORT: '',
      ...environment,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += String(chunk)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error('The worker ended at once')
      if (!output.includes('Kaiwa is ready')) throw new Error('The worker is not ready')
    },
    { timeout: 30_000, interval: 20 },
  )
  return { pid: child.pid ?? 0, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
