// `npm run bench` runs all measurements, `npm run bench -- j1 upload` those with a matching id or name. The file names
// are the registry: `j1-terms.ts` is J1 and matches j1 or terms. They run in separate processes, in sequence. SIGINT,
// SIGTERM and SIGHUP end the running measurement with every process that it started.

import { type ChildProcess, spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { descendants, stillRunning } from '@kaiwa/processes/descendants.ts'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const BENCH = /^([a-z]\d+)-(.+)\.ts$/
/** Milliseconds for a measurement to stop its programs and its database before it is killed. */
const STOP_TIMEOUT_MS = 30_000

const files = (await readdir(folder)).filter((name) => BENCH.test(name) && !name.endsWith('.test.ts')).sort()

function named(wanted: string): string[] {
  const found = files.filter((file) => {
    const [, id, name] = BENCH.exec(file)!
    return wanted.toLowerCase() === id || wanted.toLowerCase() === name || wanted === file
  })
  if (found.length > 0) return found
  console.error(`no figure is called ${wanted}; there are ${files.map((file) => file.replace('.ts', '')).join(', ')}`)
  process.exit(2)
}

let isStopping = false
let running: ChildProcess | undefined
let started: number[] = []

function run(file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const exitWithParent = new URL('../tools/exit-with-parent.mjs', import.meta.url).href
    // Its own process group: Ctrl+C in a terminal reaches the measurement through this process only.
    running = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--import', exitWithParent, `${folder}${file}`],
      { env: utf8Environment(), stdio: 'inherit', detached: true },
    )
    running.once('error', reject)
    running.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Lets the measurement stop its programs and its database. The processes are listed before their parents end. */
function stop(): void {
  if (isStopping) return
  isStopping = true
  if (running?.pid === undefined) return
  started = descendants(running.pid)
  running.kill('SIGTERM')
  setTimeout(() => running?.kill('SIGKILL'), STOP_TIMEOUT_MS).unref()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

const asked = process.argv.slice(2)
let broken = 0
for (const file of asked.length === 0 ? files : asked.flatMap(named)) {
  if (isStopping) break
  if ((await run(file)) === 0) continue
  broken++
  console.error(`${file} broke off`)
}
for (const pid of stillRunning(started)) process.kill(pid, 'SIGKILL')
process.exitCode = broken === 0 && !isStopping ? 0 : 1
