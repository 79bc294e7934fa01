// Checks which code reads and writes which table (server/tables.ts): SQL is in stores only, a table is written by the stores
// of its owner, and read by its owner and higher layers. A second layer may write some columns of a table. Queries that
// name no table, because another function began them, are in stores too. Reads the sources as text: kysely calls and
// sql`` templates. `--root FOLDER` checks another checkout.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layers } from '../server/layers.ts'
import { columnOwners, tableOwners, upwardReads } from '../server/tables.ts'

const tables = Object.keys(tableOwners)
const anyTable = tables.toSorted((a, b) => b.length - a.length).join('|')

const inserts = [
  new RegExp(`\\binsertInto\\(\\s*'(${anyTable})'`, 'g'),
  new RegExp(`\\binsert into\\s+(${anyTable})\\b`, 'gi'),
]
const deletes = [
  new RegExp(`\\b(?:deleteFrom|mergeInto)\\(\\s*'(${anyTable})(?: as \\w+)?'`, 'g'),
  new RegExp(`\\b(?:delete from|merge into)\\s+(${anyTable})\\b`, 'gi'),
]
const updates = [
  new RegExp(`\\bupdateTable\\(\\s*'(${anyTable})(?: as \\w+)?'`, 'g'),
  new RegExp(`\\bupdate\\s+(${anyTable})(?:\\s+(?:as\\s+)?\\w+)?\\s+set\\b`, 'gi'),
]
const reads = [
  new RegExp(
    `\\b(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|from)\\(\\s*'(${anyTable})(?: as \\w+)?'`,
    'g',
  ),
  new RegExp(`\\b(?:from|join|using)\\s+(${anyTable})\\b`, 'gi'),
]

/** A template of SQL, the end of a query, and the access join, from which queries begin. */
const queryParts = /\bsql(?:<[^`]*>)?`|\.executeTakeFirst(?:OrThrow)?\(|\.execute\(\s*\)|\bvisibleItems\(/

function isStore(file: string): boolean {
  return /\/store\.ts$|\/store\//.test(file)
}

/** Comments mention tables in prose. */
function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
}

function found(source: string, patterns: readonly RegExp[]): Set<string> {
  return new Set(
    patterns.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => (match[1] ?? '').toLowerCase())),
  )
}

/** Whether the text assigns a value to the column: `column: value`, `{ column }` or `column = value`. */
function assigns(text: string, column: string): boolean {
  return new RegExp(`(?<![\\w.'])${column}\\s*(?::(?!:)|=(?!=|>))|[{,]\\s*${column}\\s*[,}]`).test(text)
}

/** The statements that update the table, each up to its conditions. */
function updateStatements(text: string, table: string): string[] {
  const statement = new RegExp(
    `\\bupdateTable\\('${table}(?: as \\w+)?'\\)[^]*?(?:\\.where|\\.execute)|\\bupdate ${table}\\b[^]*?(?:\\bwhere\\b|\`)`,
    'g',
  )
  return text.match(statement) ?? []
}

/** Columns of each table, from the generated types of the database. */
function columnsOfTables(schema: string): Map<string, string[]> {
  const bodies = new Map(
    [...schema.matchAll(/^export interface (\w+) \{\n([^]*?)^\}/gm)].map(([, name, body]) => [name, body ?? '']),
  )
  const names = [...(bodies.get('DB') ?? '').matchAll(/^ {2}(\w+): (\w+);/gm)]
  const columnsIn = (body: string) => [...body.matchAll(/^ {2}(\w+): /gm)].map(([, column]) => column ?? '')
  return new Map(names.map(([, table = '', name = '']) => [table, columnsIn(bodies.get(name) ?? '')]))
}

const schemaFile = fileURLToPath(new URL('../server/platform/database/schema.gen.ts', import.meta.url))
const columnsOf = columnsOfTables(readFileSync(schemaFile, 'utf8'))

/** The violations of a layer that writes columns of another layer's table. */
function findColumnViolations(file: string, text: string, table: string, written: ReadonlySet<string>): string[] {
  const owner = columnOwners[table]
  if (!owner) return []
  // Values may be collected in variables before the statement, so the whole file is searched. A column of the same name
  // may belong to another table that the file writes. Ids are assigned by the database.
  const owners = [...written].flatMap((name) => columnOwners[name] ?? []).filter(({ layer }) => layer === owner.layer)
  const allowed = new Set(['id', ...owners.flatMap(({ columns, shared }) => [...columns, ...shared])])
  const foreign = (columnsOf.get(table) ?? []).filter((column) => !allowed.has(column) && assigns(text, column))
  const inserting = !owner.mayInsert && found(text, inserts).has(table)
  return [
    ...foreign.map((column) => `${file}: writes '${table}.${column}', which belongs to ${tableOwners[table]}`),
    ...(inserting ? [`${file}: inserts into '${table}', which belongs to ${tableOwners[table]}`] : []),
    ...(found(text, deletes).has(table)
      ? [`${file}: deletes from '${table}', which belongs to ${tableOwners[table]}`]
      : []),
  ]
}

/** The violations of a store that writes tables. */
function findWriteViolations(file: string, layer: string, text: string, written: ReadonlySet<string>): string[] {
  return [...written].flatMap((table) => {
    const second = columnOwners[table]
    if (second?.layer === layer) return findColumnViolations(file, text, table, written)
    if (tableOwners[table] !== layer) return [`${file}: writes '${table}', which belongs to ${tableOwners[table]}`]
    const taken = (second?.columns ?? []).filter((column) =>
      updateStatements(text, table).some((statement) => assigns(statement, column)),
    )
    return taken.map((column) => `${file}: writes '${table}.${column}', which belongs to ${second?.layer}`)
  })
}

/** The rules that a file of the server breaks, as sentences; empty if it breaks none. */
export function findTableViolations(file: string, source: string): string[] {
  const layer = layers.find((name) => file.startsWith(`server/${name}/`))
  if (!layer) return []
  const text = withoutComments(source)
  const written = found(text, [...inserts, ...deletes, ...updates])
  const read = found(text, reads)
  if (!isStore(file)) {
    const named = [...new Set([...written, ...read])]
    if (named.length > 0)
      return named.map((table) => `${file}: SQL on '${table}' outside of a store.ts or store/ folder`)
    // The platform owns the connection: it also executes statements without tables and those of the job queue.
    return layer !== 'platform' && queryParts.test(text)
      ? [`${file}: a query outside of a store.ts or store/ folder`]
      : []
  }
  const height = (name: string): number => layers.indexOf(name as (typeof layers)[number])
  return [
    ...findWriteViolations(file, layer, text, written),
    ...[...read]
      .filter((table) => height(tableOwners[table] as string) > height(layer) && !upwardReads[layer]?.[table])
      .map((table) => `${file}: reads '${table}' of the higher layer ${tableOwners[table]}`),
  ]
}

/** Errors in the lists themselves: tables of the database without an owner, and unknown tables and columns. */
export function findListViolations(): string[] {
  const unowned = [...columnsOf.keys()].filter((table) => !(table in tableOwners))
  const unknown = [...tables, ...Object.keys(columnOwners)].filter((table) => !columnsOf.has(table))
  const columns = Object.entries(columnOwners).flatMap(([table, owner]) =>
    [...owner.columns, ...owner.shared]
      .filter((column) => !columnsOf.get(table)?.includes(column))
      .map((column) => `${table}.${column}`),
  )
  return [
    ...unowned.map((table) => `server/tables.ts: '${table}' has no owner`),
    ...[...unknown, ...columns].map((name) => `server/tables.ts: '${name}' is not in the database`),
  ]
}

/** Files of the server with SQL of the product. */
function serverSources(root: string): string[] {
  return globSync('server/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] })
    .filter((file) => !/\.(?:test|fixture|gen)\.ts$|\/test\//.test(file))
    .toSorted()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [option, folder] = process.argv.slice(2)
  const root = option === '--root' && folder ? folder : fileURLToPath(new URL('..', import.meta.url))
  const sources = serverSources(root)
  const violations = [
    ...findListViolations(),
    ...sources.flatMap((file) => findTableViolations(file, readFileSync(join(root, file), 'utf8'))),
  ]
  for (const violation of violations) process.stdout.write(`${violation}\n`)
  process.stdout.write(`${violations.length} violations of table ownership in ${sources.length} files\n`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
