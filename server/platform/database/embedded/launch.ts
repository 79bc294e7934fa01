import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, idsOf } from './account.ts'
import { cleanEnvironment } from './cluster.ts'
import type { DataPaths } from './data-paths.ts'

/** Settings of postgresql.conf by name. */
export type Settings = Record<string, string | number | boolean>

const defaults: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The binaries are built without a just-in-time compiler.
  jit: false,
}

/**
 * Starts the postmaster. The returned process has no pid if the program cannot be run. It gets its own session, so that
 * Ctrl+C stops the program first and the database after it, and writes its output to a file, so that it can outlive
 * this process.
 */
export async function launch(
  { cluster, folder, log }: DataPaths,
  {
    binaries,
    account,
    port,
    settings,
  }: { binaries: string; account: Account | null; port: number; settings: Settings },
): Promise<ChildProcess> {
  await rotate(log)
  const output = await open(log, 'a', 0o600)
  try {
    const child = spawn(
      join(binaries, 'bin/postgres'),
      postgresArguments(cluster, { ...defaults, ...settings, port }),
      {
        ...idsOf(account),
        cwd: folder,
        env: cleanEnvironment(),
        detached: true,
        stdio: ['ignore', output.fd, output.fd],
      },
    )
    // A program that cannot be run has no pid; without a handler the error event would end the process.
    child.on('error', () => undefined)
    return child
  } finally {
    await output.close()
  }
}

export function postgresArguments(cluster: string, settings: Settings): string[] {
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${render(value)}`])]
}

function render(value: string | number | boolean) {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : `${value}`
}

/** The last lines of the log, for the error message of a failed start. */
export async function lastWords(log: string): Promise<string> {
  return (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-5).join('\n')
}

async function rotate(log: string) {
  const size = await stat(log).then(
    (facts) => facts.size,
    () => 0,
  )
  if (size > 10_000_000) await rename(log, `${log}.1`)
}
