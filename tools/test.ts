// `npm test`: runs all vitest projects, or those selected by arguments (`npm test -- --project unit`). `--fast` leaves out
// the journeys and the tests in slow-tests.ts; `--full` adds the second language, the dark theme and photographs. The last
// line is 'N passed, N failed'.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '../packages/processes/utf8-environment.ts'
import { summaryLine, type Report } from './summary-line.ts'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'kaiwa-report-'))
const file = join(folder, 'report.json')

const MODES = ['fast', 'full']
const mode = MODES.find((name) => process.argv.includes(`--${name}`))
const selected = process.argv.slice(2).filter((argument) => argument !== `--${mode}`)

function run(args: string[]) {
  return new Promise<number>((resolve) => {
    const child = spawn(process.execPath, [vitest, 'run', ...args], {
      env: { ...utf8Environment(), ...(mode && { KAIWA_TESTS: mode }) },
      stdio: 'inherit',
    })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

const code = await run(['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...selected])
const report = await readFile(file, 'utf8').then(
  (text) => JSON.parse(text) as Report,
  () => null,
)
await rm(folder, { recursive: true })
process.stdout.write(`${summaryLine(report, code)}\n`)
process.exit(code)
