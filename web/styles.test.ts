// The app loads the style sheets of the library's components that it uses, in the library's order.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { THEME_VARIABLES_FILE, themeVariablesSource } from './theme-variables-source.ts'

const WEB = import.meta.dirname
const LIBRARY = join(WEB, '../node_modules/@mantine/core')
/** The gallery of shared parts is not in the production build. */
const LEFT_OUT = /(?:^|\/)dist\/|^ui\/gallery\/|\.test\.tsx?$/

function read(path: string): string {
  return readFileSync(path, 'utf8')
}

/** The names that the app imports from the library. */
function importedNames(): Set<string> {
  const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !LEFT_OUT.test(path))
    .map((path) => read(join(WEB, path)))
  const lists = sources.flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
  return new Set(lists.flatMap(([, list = '']) => list.split(',').map((name) => name.trim())))
}

/** Names of the style sheets of a module and of the modules that it imports. */
function sheetsOf(module: string, seen: Set<string>): string[] {
  if (seen.has(module)) return []
  seen.add(module)
  if (module.endsWith('.module.mjs')) return [basename(module, '.module.mjs')]
  return [...read(module).matchAll(/from "(\.[^"]+)"/g)].flatMap(([, path = '']) =>
    sheetsOf(join(dirname(module), path), seen),
  )
}

it('loads the style sheets of all used components, and no others', () => {
  const names = importedNames()
  const index = join(LIBRARY, 'esm/index.mjs')
  const seen = new Set<string>()
  const needed = [...read(index).matchAll(/import \{ ([^}]+) \} from "(\.[^"]+)"/g)]
    .filter(([, list = '']) => list.split(', ').some((name) => names.has(name)))
    .flatMap(([, , path = '']) => sheetsOf(join(dirname(index), path), seen))
  const loaded = [...read(join(WEB, 'styles.ts')).matchAll(/@mantine\/core\/styles\/([A-Z]\w+)\.css/g)].map(
    ([, name]) => name,
  )
  expect(loaded.toSorted()).toEqual(needed.toSorted())
})

it('loads them in the order of the complete style sheet', () => {
  const complete = read(join(LIBRARY, 'styles.css'))
  const loaded = [...read(join(WEB, 'styles.ts')).matchAll(/@mantine\/core\/(styles\/[\w-]+\.css)/g)]
  const places = loaded.map(([, path = '']) => complete.indexOf(read(join(LIBRARY, path)).trim()))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

it('has the variables of the theme (node web/print-theme-variables.ts)', () => {
  expect(read(THEME_VARIABLES_FILE)).toBe(themeVariablesSource())
})
