import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { endless } from './endless.fixture.ts'

let test: TestApp
const children: ChildProcess[] = []
beforeAll(async () => {
  // Scheduler of the installation: it detects the missing heartbeats of the killed worker.
  test = await openTestApp({ domains: [{ name: 'killed', jobs: [endless] }], roles: ['scheduler'] })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await test.close()
})

/** Resolves when the worker is ready. */
async function startWorker(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('killed-worker.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script], {
    env: utf8Environment({ ...process.env, DATABASE_URL: test.databaseUrl, KAIWA_DATA: test.dataFolder }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

async function starts(): Promise<number[]> {
  const rows = await test.db.selectFrom('leases').select('fence').orderBy('fence').execute()
  return rows.map(({ fence }) => fence)
}

it('R2 the job of a worker killed with SIGKILL starts again on another worker within 15 s, fenced by its attempt', async () => {
  const first = await startWorker()
  await test.db.transaction().execute((trx) => test.app.jobs.send(trx, endless, { name: 'job' }))
  await vi.waitFor(async () => expect(await starts()).toEqual([0]), { timeout: 15_000, interval: 50 })
  await startWorker()
  first.kill('SIGKILL')
  const killedAt = Date.now()
  await vi.waitFor(async () => expect(await starts()).toEqual([0, 1]), { timeout: 20_000, interval: 50 })
  expect(Date.now() - killedAt).toBeLessThan(15_000)
})
