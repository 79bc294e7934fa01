import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** A file that acts on keys. */
const LISTENS = /addEventListener\('keydown'|onKeyDown(?:Capture)?[=:]/
/** The question itself, or a reader of keys that asks it. */
const ASKS = /isConversion\(|speakerKey\(|tabOfKey\(|closesOnEscape\(/

it('whoever listens for keys asks whether they are of a conversion', async () => {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const unguarded: string[] = []
  const files = glob('**/*.{ts,tsx}', { cwd: root, exclude: ['**/{node_modules,dist,test}/**', '**/*.test.ts'] })
  for await (const file of files) {
    const text = await readFile(`${root}${file}`, 'utf8')
    if (LISTENS.test(text) && !ASKS.test(text)) unguarded.push(file)
  }
  expect(unguarded).toEqual([])
})
