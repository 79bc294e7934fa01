import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Program = {
  /** Resolves at its end: its exit code, and whether it had said that it is ready. */
  ended: Promise<{ code: number; ready: boolean }>
  /** Asks it to stop, and after half a minute no longer asks. */
  stop: () => void
}

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Starts server/main.ts on a database. It leaves by itself when we are gone. */
export const openProgram = (databaseUrl: string, flags: string[] = []): Program => {
  const child = spawn(
    process.execPath,
    ['--import', new URL('leave-with-parent.mjs', import.meta.url).href, ...flags, path('../server/main.ts')],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl, KAIWA_LOG_LEVEL: process.env['KAIWA_LOG_LEVEL'] || 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let ready = false
  child.stdout.on('data', (data: Buffer) => {
    ready ||= data.includes('Kaiwa is ready')
    process.stdout.write(data)
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
