import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const run = promisify(execFile)

/** Lints one file with the configuration of this repository and returns the names of the rules that it breaks. */
async function lint(source: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-lint-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'example.ts')
  await writeFile(file, source)
  const oxlint = run(process.execPath, ['node_modules/oxlint/bin/oxlint', '-c', '.oxlintrc.json', '-f', 'json', file])
  const output = await oxlint.catch((error: unknown) => error as { stdout: string })
  const { diagnostics } = JSON.parse(output.stdout) as { diagnostics: { code: string }[] }
  return diagnostics.map(({ code }) => code)
}

it.each([
  ['an arrow at the top level', 'export const twice = (n: number) => n * 2\n', ['dialect(top-level-functions)']],
  [
    'a function expression',
    'export const twice = function (n: number) { return n * 2 }\n',
    ['dialect(top-level-functions)'],
  ],
  [
    'an object type that is not an interface',
    'export type Size = { width: number }\n',
    ['typescript(consistent-type-definitions)'],
  ],
  [
    'a field that only the compiler keeps private',
    'export class A { private count = 0 }\n',
    ['dialect(private-fields)'],
  ],
  [
    'a private parameter',
    'export class A { constructor(readonly a: number, private b: number) {} }\n',
    ['dialect(private-fields)'],
  ],
])('refuses %s', async (_case, source, rules) => {
  expect(await lint(source)).toEqual(expect.arrayContaining(rules))
})

it('accepts declarations, interfaces, private names, callbacks and handlers with a type annotation', async () => {
  const source = `
export interface Size { width: number }
export type Side = 'left' | 'right'
export function widths(sizes: readonly Size[]): number[] { return sizes.map(({ width }) => width) }
export const handle: (side: Side) => string = (side) => side
export class Counter {
  #count = 0
  private constructor() {}
  static open(): Counter { return new Counter() }
  next(): number { return ++this.#count }
}
`
  expect(await lint(source)).toEqual([])
})
