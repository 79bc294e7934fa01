import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const script = fileURLToPath(new URL('../.ci/run', import.meta.url))
/** Set by the shell itself. */
const SHELL = ['PWD', 'OLDPWD', 'SHLVL', '_']

async function environmentIn(path: string): Promise<Record<string, string>> {
  const variables = (await readFile(path, 'utf8')).split('\0').filter(Boolean)
  const seen = Object.fromEntries(variables.map((entry) => [entry.split('=')[0], entry.replace(/^[^=]*=/, '')]))
  for (const name of SHELL) delete seen[name]
  return seen
}

/** Runs `.ci/run` with an npm that notes its arguments and environment, and prints them; `npm run check` ends with `code`. */
async function run(environment: Record<string, string>, code = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-ci-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(
    join(folder, 'npm'),
    `#!/usr/bin/env bash\nenv -0 > "${folder}/$1"\necho "npm $*"\n[ "$1" = test ] || exit ${code}\n`,
  )
  await chmod(join(folder, 'npm'), 0o755)
  const path = `${folder}${delimiter}${process.env['PATH']}`
  let output: string
  try {
    output = execFileSync(script, { env: { HOME: '/home/somebody', PATH: path, ...environment }, encoding: 'utf8' })
  } catch (error) {
    output = (error as { stdout: string }).stdout
  }
  return { path, output, seen: [await environmentIn(join(folder, 'test')), await environmentIn(join(folder, 'run'))] }
}

it('runs npm in an empty environment, with only what npm needs', async () => {
  const needed = {
    'npm_config_//registry.example/:_authToken': 'a token',
    NPM_CONFIG_CAFILE: '/certificates with spaces.pem',
    https_proxy: 'http://proxy.example:8080',
    NO_PROXY: 'localhost',
    NODE_EXTRA_CA_CERTS: '/certificates.pem',
  }
  const others = { LANG: 'ja_JP.eucJP', LC_ALL: 'C', TZ: 'America/New_York', KAIWA_MODE: 'server', NODE_OPTIONS: '' }
  const { path, seen } = await run({ ...needed, ...others })
  const expected = { HOME: '/home/somebody', PATH: path, CI: 'true', ...needed }
  expect(seen).toEqual([expected, expected])
})

it.each([
  [0, /^npm test\nnpm run check\nnpm test: passed, npm run check: passed, in \d+ min \d+ s\n$/],
  [1, /^npm test\nnpm run check\nnpm test: passed, npm run check: FAILED, in \d+ min \d+ s\n$/],
])('prints the output of the checks after that of the tests, and at last how both ended (%i)', async (code, line) => {
  expect((await run({}, code)).output).toMatch(line)
})
