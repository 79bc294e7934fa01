// The browser imports constants and types from the contract, but never a schema: zod is larger than most pages, and
// compiles code from strings, which the content security policy forbids.
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Modules of the contract from which a source file imports values, not only types. */
function taken(text: string, from: RegExp): string[] {
  return [...text.matchAll(/^import (?!type )([^;'"]*?) from '([^']+)'/gms)].flatMap(([, names = '', path = '']) => {
    const module = from.exec(path)?.[1]
    const isTypesOnly = /^\{(\s*type \w+,?)+\s*\}$/.test(names)
    return module && !isTypesOnly ? [module] : []
  })
}

it('the browser imports no schema from the contract', { timeout: 60_000 }, async () => {
  const wanted = new Map<string, string>()
  const exclude = (path: string) => /node_modules|dist/.test(path)
  const files: string[] = []
  for await (const file of glob('web/**/*.{ts,tsx}', { cwd: root, exclude })) files.push(file)
  const texts = await Promise.all(files.map((file) => readFile(`${root}${file}`, 'utf8')))
  for (const [index, text] of texts.entries()) {
    const file = files[index] ?? ''
    if (/\.test\.tsx?$/.test(file) || !text.includes('@kaiwa/contract')) continue
    for (const module of taken(text, /^@kaiwa\/contract\/(.+)$/)) wanted.set(module, file)
  }
  expect(wanted.size).toBeGreaterThan(3)
  for (const [module, file] of wanted) {
    const text = await readFile(`${root}packages/contract/${module}`, 'utf8')
    expect([file, module, /from 'zod'/.test(text)]).toEqual([file, module, false])
    // A module of constants may import from other modules of constants.
    for (const next of taken(text, /^\.\/(.+)$/)) if (!wanted.has(next)) wanted.set(next, `packages/contract/${module}`)
  }
})
