import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { listDescendants, stillRunning } from '@kaiwa/processes/descendants.ts'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

// A process of the measurement, by a part of its command line. The measurement is ended as soon as it runs.
it.each([
  ['worker', 'server/main.mjs'],
  ['recogniser', 'pocketsphinx_batch'],
])(
  'SIGTERM ends a measurement with every process, from the moment that its %s runs',
  { timeout: 180_000 },
  async (_, part) => {
    const bench = spawn('npm', ['run', 'bench', '--', 't1'], {
      cwd: ROOT,
      env: utf8Environment({ ...process.env, KAIWA_BENCH_SHORT: '1' }),
      stdio: 'ignore',
    })
    const ended = once(bench, 'exit')
    const isStarted = () => listDescendants(bench.pid!).some(({ command }) => command.includes(part))
    await expect.poll(isStarted, { timeout: 150_000, interval: 50 }).toBe(true)

    const started = listDescendants(bench.pid!).map(({ pid }) => pid)
    bench.kill('SIGTERM')
    await ended
    await expect.poll(() => stillRunning(started), { timeout: 40_000 }).toEqual([])
  },
)
