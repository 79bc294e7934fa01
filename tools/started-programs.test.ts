import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Calls of the libraries that start programs; `run` is what files name a promisified `execFile`. */
const STARTS = /\b(?:spawn|spawnSync|fork|execFileSync|execa|chromium\.launch|await run)\(/
const LIBRARIES =
  /^import (?!type)(?![^']*\{ type \w+ \} )[^']*'(?:node:child_process|playwright-core)'|import\('execa'\)/m
/** Start programs only for a test or a measurement, and hand on what `npm test` and `npm run bench` gave them. */
const INHERIT =
  /\.test\.ts$|^(?:server|web\/player)\/test\/|^server\/media\/corpus\/|^packages\/speech\/testing\/|^bench\//

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], { cwd: root, encoding: 'utf8' })
const files = await Promise.all(
  listed
    .trim()
    .split('\n')
    .map(async (path) => ({ path, source: await readFile(`${root}${path}`, 'utf8').catch(() => '') })),
)
const starters = files.filter(({ source }) => LIBRARIES.test(source) && STARTS.test(source))

function usesUtf8(source: string) {
  // `launchOptions` contains such an environment.
  return /(?:utf8|clean|program)Environment\(|launchOptions\(/.test(source)
}

it('every program is started with a UTF-8 locale', () => {
  const product = starters.filter(({ path }) => !INHERIT.test(path))
  expect(product.map(({ path }) => path)).toContain('server/platform/sandbox/run-sandboxed.ts')
  expect(product.filter(({ source }) => !usesUtf8(source)).map(({ path }) => path)).toEqual([])
})

it('tests and measurements that compose an environment give it a UTF-8 locale, too', () => {
  const composing = starters.filter(
    ({ path, source }) => /\benv(?::| =)/.test(source) && path !== 'tools/ci-run.test.ts',
  )
  expect(composing.map(({ path }) => path)).toContain('server/main.test.ts')
  expect(composing.filter(({ source }) => !usesUtf8(source)).map(({ path }) => path)).toEqual([])
})
