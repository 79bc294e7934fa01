import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const script = fileURLToPath(new URL('../.ci/run', import.meta.url))
/** Set by the shell itself. */
const SHELL = ['PWD', 'OLDPWD', 'SHLVL', '_']

/** Runs `.ci/run` with an npm that notes its arguments and environment; `npm run check` ends with `code`. */
async function run(environment: Record<string, string>, code = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-ci-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(
    join(folder, 'npm'),
    `#!/usr/bin/env bash\necho "$*" >> "${folder}/calls"\nenv -0 > "${folder}/environment"\n[ "$1" = test ] || exit ${code}\n`,
  )
  await chmod(join(folder, 'npm'), 0o755)
  const path = `${folder}${delimiter}${process.env['PATH']}`
  let output: string
  try {
    output = execFileSync(script, { env: { HOME: '/home/somebody', PATH: path, ...environment }, encoding: 'utf8' })
  } catch (error) {
    output = (error as { stdout: string }).stdout
  }
  const variables = (await readFile(join(folder, 'environment'), 'utf8')).split('\0').filter(Boolean)
  const seen = Object.fromEntries(variables.map((entry) => [entry.split('=')[0], entry.replace(/^[^=]*=/, '')]))
  for (const name of SHELL) delete seen[name]
  return { path, seen, output, calls: await readFile(join(folder, 'calls'), 'utf8') }
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
  const { path, seen, calls } = await run({ ...needed, ...others })
  expect(seen).toEqual({ HOME: '/home/somebody', PATH: path, CI: 'true', ...needed })
  expect(calls).toBe('test\nrun check\n')
})

it.each([
  [0, /^npm test: passed, npm run check: passed, in \d+ min \d+ s\n$/],
  [1, /^npm test: passed, npm run check: FAILED, in \d+ min \d+ s\n$/],
])('says in its last line how both commands ended (%i)', async (code, line) => {
  expect((await run({}, code)).output).toMatch(line)
})
