import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { supervisePostgres } from './supervise-postgres.ts'
import { identityOf, isAlive, waitForExit } from './processes.ts'
import { type RunningPostgres, startPostgres } from './start-postgres.ts'

// Creating a cluster takes several seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const settings = { fsync: false, max_connections: 20 }
let dataDirectory: string
let started: { stop: () => Promise<void> }[] = []

/** A new folder that PostgreSQL's account can enter, unless `mode` forbids it. */
async function newFolder(mode = 0o755) {
  const parent = await mkdtemp(join(tmpdir(), 'kaiwa-postgres-'))
  await chmod(parent, mode)
  folders.push(parent)
  return join(parent, 'postgres')
}

const folders: string[] = []
let warm: string

// Most tests reuse the cluster that the first one created.
beforeAll(async () => {
  warm = await newFolder()
})

beforeEach(() => {
  dataDirectory = warm
  started = []
})

afterEach(async () => {
  for (const server of started) await server.stop()
})

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function start() {
  const server = await startPostgres({ dataDirectory, settings })
  started.push(server)
  return server
}

async function query(url: string, sql: string) {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows[0]
  } finally {
    await client.end()
  }
}

/** Starts a server from a separate process and kills that process, which leaves an orphaned server. */
async function leaveOrphan(): Promise<RunningPostgres> {
  const code = `
    const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'start-postgres.ts'))})
    console.log(JSON.stringify(await startPostgres(${JSON.stringify({ dataDirectory, settings })})))
    setInterval(() => {}, 1000)`
  const program = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(program.stdout, 'data')
  program.kill('SIGKILL')
  await once(program, 'exit')
  return JSON.parse(String(line)) as RunningPostgres
}

it('starts with a UTF-8 locale and a password, on loopback only, and stops', async () => {
  const server = await start()
  expect(await query(server.url, `SELECT current_database(), 'カ' ~ '[[:alpha:]]', lower('Ａ')`)).toEqual([
    'kaiwa',
    true,
    'ａ',
  ])
  expect(await query(server.url, `SELECT current_setting('listen_addresses'), inet_server_port()`)).toEqual([
    '127.0.0.1',
    server.port,
  ])
  const wrong = server.url.replace(/:[^:@]+@/, ':wrong@')
  await expect(query(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(dataDirectory, 'password'))).mode & 0o077).toBe(0)

  const gone = new Promise<void>((resolve) => server.onExit(resolve))
  await server.stop()
  await gone
  expect(isAlive(server.pid)).toBe(false)
})

it('keeps its data, password and folder after a restart', async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await first.stop()
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(new URL(second.url).password).toBe(new URL(first.url).password)
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([42])
})

it('a second start on the same folder uses the running server and stops it once', async () => {
  const first = await start()
  const second = await start()
  expect(second).toMatchObject({ adopted: true, pid: first.pid, url: first.url })
  await second.stop()
  await second.stop()
  expect(isAlive(first.pid)).toBe(false)
})

it('starts after a power loss during the first start, which left an empty password', async () => {
  dataDirectory = await newFolder()
  await mkdir(dataDirectory)
  await writeFile(join(dataDirectory, 'password'), '')
  expect(await query((await start()).url, 'SELECT 1')).toEqual([1])
})

it('two concurrent first starts share one cluster', async () => {
  dataDirectory = await newFolder()
  const [one, other] = await Promise.all([start(), start()])
  expect(other.url).toBe(one.url)
  expect(await query(other.url, 'SELECT 1')).toEqual([1])
})

it('restarts after kill -9 of the postmaster without losing committed data', async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE committed AS SELECT 42 AS answer')
  process.kill(first.pid, 'SIGKILL')
  const second = await start()
  expect(second.pid).not.toBe(first.pid)
  expect(await query(second.url, 'SELECT answer FROM committed')).toEqual([42])
})

it('adopts the server of a killed process, detects its end and can stop it', async () => {
  const orphan = await leaveOrphan()
  expect(isAlive(orphan.pid)).toBe(true)
  const adopted = await start()
  expect(adopted).toMatchObject({ adopted: true, pid: orphan.pid, url: orphan.url })
  const gone = new Promise<void>((resolve) => adopted.onExit(resolve))
  await adopted.stop()
  await gone
  expect(isAlive(orphan.pid)).toBe(false)
})

it('does not stop a server that another live process owns', async () => {
  const server = await start()
  // Process 1 is always running; the owner file is written as if it owned the server.
  await writeFile(join(dataDirectory, 'owner'), identityOf(1) ?? '')
  await server.stop()
  expect(isAlive(server.pid)).toBe(true)
  await writeFile(join(dataDirectory, 'owner'), '1@long ago')
  await server.stop()
  expect(isAlive(server.pid)).toBe(false)
})

it('starts although the process id in postmaster.pid was reused by another program', async () => {
  const first = await start()
  const text = await readFile(join(dataDirectory, 'cluster/postmaster.pid'), 'utf8')
  process.kill(first.pid, 'SIGKILL')
  await waitForExit(first.pid, 10_000)
  await writeFile(join(dataDirectory, 'cluster/postmaster.pid'), text.replace(/^\d+/, '1'))
  const second = await start()
  expect(await query(second.url, 'SELECT 1')).toEqual([1])
})

it.runIf(process.getuid?.() === 0)(
  'is stored where its account can enter, moves with its project, and is not shared with a copy',
  async () => {
    dataDirectory = await newFolder(0o700)
    const place = await start()
    await query(place.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await place.stop()
    const elsewhere = await readlink(dataDirectory)
    folders.push(elsewhere)
    expect(elsewhere).toMatch(/^\/var\/lib\/kaiwa\//)

    const original = dataDirectory
    const copied = await newFolder(0o700)
    await cp(original, copied, { recursive: true, verbatimSymlinks: true })
    const moved = await newFolder(0o700)
    dataDirectory = copied
    const copy = await start()
    folders.push(await realpath(copied))
    await expect(query(copy.url, 'SELECT answer FROM kept')).rejects.toThrow('does not exist')

    await rename(original, moved)
    dataDirectory = moved
    expect(await query((await start()).url, 'SELECT answer FROM kept')).toEqual([42])
  },
)

it('reports the output of PostgreSQL if it cannot run', async () => {
  const broken = startPostgres({ dataDirectory, binariesDirectory: '/nowhere' })
  await expect(broken).rejects.toThrow('/nowhere')
})

it('is restarted under the same address after it was killed', async () => {
  const kept = await supervisePostgres({ dataDirectory, settings })
  started.push(kept)
  const [pid] = (await readFile(join(dataDirectory, 'cluster/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await expect.poll(() => query(kept.url, 'SELECT 1').catch(() => null), { timeout: 20_000 }).toEqual([1])
  await kept.stop()
  await expect(query(kept.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
})
