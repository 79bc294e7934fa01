// The program as started on the command line: a separate process.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test/test-database.ts'

let database: TestDatabase
let folder: string
const children: ChildProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kaiwa-main-'))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true })
})

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: utf8Environment({
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      KAIWA_DATA: folder,
      PORT: '0',
      ...environment,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const output = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (output.error += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { child, output, ended }
}

const READY = /^Kaiwa is ready at http:\/\/localhost:(\d+)\n$/

async function portOf({ output, ended }: ReturnType<typeof start>): Promise<number> {
  const ready = vi.waitFor(() => expect(output.out).toMatch(READY), { timeout: 25_000, interval: 50 })
  await Promise.race([ready, ended.then(() => Promise.reject(new Error(`The program ended: ${output.error}`)))])
  return Number(READY.exec(output.out)?.[1])
}

describe('the program', () => {
  it('prints exactly one line when it is ready, answers, and shuts down gracefully', async () => {
    const program = start({})
    const base = `http://127.0.0.1:${await portOf(program)}`
    expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${base}/readyz`)).json()).toMatchObject({ status: 'ok' })
    const { paths } = (await (await fetch(`${base}/api/openapi.json`)).json()) as { paths: object }
    expect(paths).toHaveProperty(['/auth/login', 'post'])
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(program.output.out).toMatch(READY)
  })

  it('serves only health in the worker and scheduler roles', async () => {
    const worker = start({ KAIWA_ROLES: 'worker,scheduler' })
    const base = `http://127.0.0.1:${await portOf(worker)}`
    expect((await fetch(`${base}/readyz`)).status).toBe(200)
    expect((await fetch(`${base}/api/openapi.json`)).status).toBe(404)
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
  })

  it.each([
    ['PORT', { PORT: 'eighty' }],
    ['HOST', { HOST: '0.0.0.0' }],
    ['KAIWA_URL', { KAIWA_MODE: 'server' }],
  ])('does not start with a wrong %s and reports it in one sentence', async (name, environment) => {
    const program = start(environment)
    expect(await program.ended).toBe(1)
    expect(program.output.out).toBe('')
    expect(program.output.error).toMatch(new RegExp(`^${name} is (wrong|missing): .+\\.\n$`))
  })
})
