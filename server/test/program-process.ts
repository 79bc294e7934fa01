// The program as a separate process, as in an installation, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { vi } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface ProgramProcess {
  pid: number
  kill: () => Promise<void>
  stop: () => Promise<void>
}

export interface ApiProcess extends ProgramProcess {
  /** `http://127.0.0.1:port` */
  url: string
}

const READY = /Kaiwa is ready(?: at http:\/\/localhost:(\d+))?/

/** Resolves when the process reports that it is ready. `environment` needs DATABASE_URL and KAIWA_DATA. */
async function startProcess(
  environment: Record<string, string>,
): Promise<ProgramProcess & { port: string | undefined }> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: utf8Environment({ PATH: process.env['PATH'], KAIWA_LOG_LEVEL: 'silent', ...environment }),
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
      if (child.exitCode !== null) throw new Error('The process ended at once')
      if (!READY.test(output)) throw new Error('The process is not ready')
    },
    { timeout: 30_000, interval: 20 },
  )
  const port = READY.exec(output)?.[1]
  return { pid: child.pid ?? 0, port, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

export function startWorkerProcess(environment: Record<string, string>): Promise<ProgramProcess> {
  return startProcess({ KAIWA_ROLES: 'worker', PORT: '', ...environment })
}

/** `environment` needs KAIWA_SECRET too, by which tokens are checked. */
export async function startApiProcess(environment: Record<string, string>): Promise<ApiProcess> {
  const { port, ...child } = await startProcess({ KAIWA_ROLES: 'api', PORT: '0', ...environment })
  return { ...child, url: `http://127.0.0.1:${port}` }
}
