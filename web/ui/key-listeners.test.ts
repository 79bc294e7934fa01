import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Matches a file with key handlers. */
const LISTENS = /addEventListener\('keydown'|onKeyDown(?:Capture)?[=:]/
/** Matches the conversion check, or a key reader that includes it. */
const ASKS = /isCompositionKey\(|speakerKey\(|tabOfKey\(|closesOnEscape\(|isPaletteKey\(|uncertainStep\(|isSearchKey\(/

it('every key handler checks for conversions', async () => {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const unguarded: string[] = []
  const files = glob('**/*.{ts,tsx}', { cwd: root, exclude: ['**/{node_modules,dist,test}/**', '**/*.test.{ts,tsx}'] })
  for await (const file of files) {
    const text = await readFile(`${root}${file}`, 'utf8')
    if (LISTENS.test(text) && !ASKS.test(text)) unguarded.push(file)
  }
  expect(unguarded).toEqual([])
})
