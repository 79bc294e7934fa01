import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '../packages/processes/utf8-environment.ts'

export type Program = {
  /** Resolves at its end: its exit code, and whether it had said that it is ready. */
  ended: Promise<{ code: number; ready: boolean }>
  /** Asks it to stop, and after half a minute no longer asks. */
  stop: () => void
}

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export type ProgramOptions = {
  /** For Node itself, such as `--watch`. */
  flags?: string[]
  /** For the program, such as `--from-source`. */
  args?: string[]
  onReady?: () => void
}

/** Starts server/main.ts on a database. It leaves by itself when we are gone. */
export const openProgram = (
  databaseUrl: string,
  { flags = [], args = [], onReady = () => undefined }: ProgramOptions = {},
): Program => {
  const child = spawn(
    process.execPath,
    ['--import', new URL('leave-with-parent.mjs', import.meta.url).href, ...flags, path('../server/main.ts'), ...args],
    {
      env: utf8Environment({
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
