// `npm run lines`: lists which statements of docs/checklist.md have a test. A test covers a line when its title, or the
// title of its row, starts with the ID. `npm run lines -- UP` lists the lines of one area.
import { readFile } from 'node:fs/promises'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { idsOfChecklist, idsOfTests, summary } from './checklist.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const statements = idsOfChecklist(await readFile(`${root}docs/checklist.md`, 'utf8'))
const proofs = new Map<string, Set<string>>()
const folders = '{packages,server,web,e2e,bench,tools}'
for await (const file of glob(`${folders}/**/*.test.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**'] })) {
  for (const id of idsOfTests(await readFile(`${root}${file}`, 'utf8'))) {
    proofs.set(id, (proofs.get(id) ?? new Set()).add(file))
  }
}

const area = process.argv[2]
for (const { id, text } of area ? statements.filter((statement) => statement.id.startsWith(`${area}-`)) : []) {
  process.stdout.write(`${id}  ${[...(proofs.get(id) ?? ['—'])].join(', ')}\n         ${text}\n`)
}
if (!area) process.stdout.write(summary(statements, new Set(proofs.keys())))
