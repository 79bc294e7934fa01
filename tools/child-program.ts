import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programEnvironment } from '../packages/processes/program-environment.ts'

export interface Program {
  /** Resolves when the process exits, with its exit code and whether it had reported readiness. */
  ended: Promise<{ code: number; ready: boolean }>
  /** Sends SIGTERM, and SIGKILL after half a minute. */
  stop: () => void
}

function path(file: string) {
  return fileURLToPath(new URL(file, import.meta.url))
}

export interface ProgramOptions {
  /** Flags for Node, such as `--watch`. */
  flags?: string[]
  /** Arguments for the program, such as `--from-source`. */
  args?: string[]
  onReady?: () => void
}

/** Starts server/main.mjs with a database. It exits when the parent process is gone. */
export function openProgram(
  databaseUrl: string,
  { flags = [], args = [], onReady = () => undefined }: ProgramOptions = {},
): Program {
  const child = spawn(
    process.execPath,
    ['--import', new URL('exit-with-parent.mjs', import.meta.url).href, ...flags, path('../server/main.mjs'), ...args],
    {
      env: programEnvironment({
        ...process.env,
        DATABASE_URL: databaseUrl,
        KAIWA_LOG_LEVEL: process.env['KAIWA_LOG_LEVEL'] || 'warn',
      }),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let ready = false
  child.stdout.on('data', (data: Buffer) => {
    process.stdout.write(data)
    if (ready || !data.includes('Kaiwa is ready')) return
    ready = true
    onReady()
  })
  const ended = new Promise<{ code: number; ready: boolean }>((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 1, ready }))
  })
  const stop = () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 30_000).unref()
  }
  return { ended, stop }
}
