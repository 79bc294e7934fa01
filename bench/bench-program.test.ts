import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { expect, it, onTestFinished } from 'vitest'
import { openFolder } from './bench-program.ts'

it('a bench that cannot open stops its PostgreSQL', { timeout: 60_000 }, async () => {
  const { folder, remove } = await openFolder()
  const script = fileURLToPath(new URL('failing-bench.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder], {
    env: utf8Environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await remove()
  })
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(errors).toContain('9999_unknown')
  expect(code).toBe(1)
  const files = await readdir(folder, { recursive: true })
  expect(files.some((file) => file.endsWith('PG_VERSION'))).toBe(true)
  // PostgreSQL removes it when it stops.
  expect(files.filter((file) => file.endsWith('postmaster.pid'))).toEqual([])
})
