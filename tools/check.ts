// `npm run check`: all static checks. Failures print their complete output. The longest tasks start first, so that they
// run in parallel with the others.
import { availableParallelism } from 'node:os'
import { runAll, type Task } from './run-all.ts'

const tasks: Task[] = [
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  // Each checker repeats the type inference of the libraries: one needs half of the CPU time of the default four.
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json', '--checkers', '1'] },
  { name: 'unused code', command: ['knip', '--no-progress'] },
  {
    name: 'boundaries',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', 'packages', 'server', 'web', 'tools', 'e2e', 'bench'],
  },
  { name: 'tables', command: [process.execPath, 'tools/table-ownership.ts'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
]

// The type checker and the linter are written in Go. Collecting garbage less often saves a seventh of the CPU time of the
// linter, and takes a twentieth more memory.
process.env['GOGC'] ??= '400'

const outcomes = await runAll(tasks, Math.min(availableParallelism(), 4), ({ name, code, seconds, output }) => {
  process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)\n`)
  if (code !== 0) process.stdout.write(`\n${output.trim()}\n\n`)
})
const failed = outcomes.filter(({ code }) => code !== 0).length
process.stdout.write(`check: ${outcomes.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
