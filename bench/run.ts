// `npm run bench` runs all measurements, `npm run bench -- j1 upload` those with a matching id or name. The file names
// are the registry: `j1-terms.ts` is J1 and matches j1 or terms. They run in separate processes, in sequence.

import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const BENCH = /^([a-z]\d+)-(.+)\.ts$/

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

const run = (file: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `${folder}${file}`], {
      env: utf8Environment(),
      stdio: 'inherit',
    })
    // Only the child itself can stop its database.
    const end = () => void child.kill('SIGTERM')
    process.once('SIGTERM', end)
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGTERM', end)
      resolve(code ?? 1)
    })
  })

const asked = process.argv.slice(2)
let broken = 0
for (const file of asked.length === 0 ? files : asked.flatMap(named)) {
  if ((await run(file)) === 0) continue
  broken++
  console.error(`${file} broke off`)
}
process.exitCode = broken === 0 ? 0 : 1
