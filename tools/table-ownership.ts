// Checks who reads and writes which table (server/tables.ts): SQL stands in stores only, a table is written by the stores
// of its owner, and read by its owner and higher layers. Reads the sources as text: kysely calls and sql`` templates.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { layers } from '../server/layers.ts'
import { utf8Environment } from '../packages/processes/utf8-environment.ts'
import { tableOwners, upwardReads } from '../server/tables.ts'

const tables = Object.keys(tableOwners)
const anyTable = tables.toSorted((a, b) => b.length - a.length).join('|')

const writes = [
  new RegExp(`\\b(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'(${anyTable})(?: as \\w+)?'`, 'g'),
  new RegExp(`\\b(?:insert into|delete from|merge into)\\s+(${anyTable})\\b`, 'gi'),
  new RegExp(`\\bupdate\\s+(${anyTable})(?:\\s+(?:as\\s+)?\\w+)?\\s+set\\b`, 'gi'),
]
const reads = [
  new RegExp(
    `\\b(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|from)\\(\\s*'(${anyTable})(?: as \\w+)?'`,
    'g',
  ),
  new RegExp(`\\b(?:from|join|using)\\s+(${anyTable})\\b`, 'gi'),
]

const isStore = (file: string): boolean => /\/store\.ts$|\/store\//.test(file)

/** Comments mention tables in prose. */
const withoutComments = (source: string): string => source.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

const found = (source: string, patterns: readonly RegExp[]): Set<string> =>
  new Set(patterns.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => (match[1] ?? '').toLowerCase())))

/** The rules that a file of the server breaks, as sentences; empty if it breaks none. */
export function findTableViolations(file: string, source: string): string[] {
  const layer = layers.find((name) => file.startsWith(`server/${name}/`))
  if (!layer) return []
  const text = withoutComments(source)
  const written = found(text, writes)
  const read = found(text, reads)
  if (!isStore(file))
    return [...new Set([...written, ...read])].map(
      (table) => `${file}: SQL on '${table}' outside of a store.ts or store/ folder`,
    )
  const height = (name: string): number => layers.indexOf(name as (typeof layers)[number])
  return [
    ...[...written]
      .filter((table) => tableOwners[table] !== layer)
      .map((table) => `${file}: writes '${table}', which belongs to ${tableOwners[table]}`),
    ...[...read]
      .filter((table) => height(tableOwners[table] as string) > height(layer) && !upwardReads[layer]?.[table])
      .map((table) => `${file}: reads '${table}' of the higher layer ${tableOwners[table]}`),
  ]
}

/** Files of the server with SQL of the product. */
export function serverSources(root: string): string[] {
  const all = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server'], {
    cwd: root,
    encoding: 'utf8',
    env: utf8Environment(process.env),
  })
  return all.split('\n').filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/test\/|\.gen\.ts$/.test(file))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const only = process.argv.slice(2)
  const violations = serverSources(root)
    .filter((file) => only.length === 0 || only.some((folder) => file.startsWith(folder)))
    .flatMap((file) => findTableViolations(file, readFileSync(`${root}${file}`, 'utf8')))
  for (const violation of violations) process.stdout.write(`${violation}\n`)
  process.stdout.write(`${violations.length} violations of table ownership\n`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
