import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '../packages/processes/utf8-environment.ts'

export interface Task {
  name: string
  command: [string, ...string[]]
}
export interface Outcome {
  name: string
  code: number
  seconds: number
  output: string
}

const binaries = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))

/** Runs the tasks in order with `width` in parallel; calls `onOutcome` after each. */
export async function runAll(tasks: Task[], width: number, onOutcome: (outcome: Outcome) => void): Promise<Outcome[]> {
  const waiting = [...tasks]
  const outcomes: Outcome[] = []
  const lane = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const outcome = await runOne(task)
      outcomes.push(outcome)
      onOutcome(outcome)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return outcomes
}

function runOne({ name, command: [program, ...args] }: Task): Promise<Outcome> {
  const startedAt = Date.now()
  const child = spawn(program, args, {
    env: utf8Environment({
      ...process.env,
      PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}`,
      NO_COLOR: '1',
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += String(data)))
  return new Promise((resolve) => {
    const end = (code: number) => resolve({ name, code, seconds: (Date.now() - startedAt) / 1000, output })
    child.once('error', () => end(127))
    child.once('close', (code) => end(code ?? 1))
  })
}
