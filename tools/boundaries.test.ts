// The boundary check of `npm run check` on small trees that break a rule on purpose.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** Runs the check on these files, with the project's rules and layers. */
async function check(files: Readonly<Record<string, string>>): Promise<{ passed: boolean; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-boundaries-'))
  folders.push(folder)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const lists = { 'server/layers.ts': null, 'web/layers.ts': null }
  const rules = { '.dependency-cruiser.cjs': null, ...lists, 'package.json': '{"type":"module"}' }
  for (const [name, content] of Object.entries<string | null>({ ...rules, ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    if (content === null) await copyFile(join(root, name), join(folder, name))
    else await writeFile(join(folder, name), content)
  }
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, '--config', '.dependency-cruiser.cjs', 'server', 'web'],
      { cwd: folder },
      (error, stdout, stderr) => resolve({ passed: error === null, output: stdout + stderr }),
    )
  })
}

const VALUE = 'export const value = 1\n'

function importing(path: string): string {
  return `import { value } from '${path}'\nexport const other = value\n`
}

it('a domain may import a lower layer', async () => {
  const files = { 'server/tree/a.ts': VALUE, 'server/tags/b.ts': importing('../tree/a.ts') }
  expect(await check(files)).toMatchObject({ passed: true })
})

it('a folder of the browser app may import a lower layer', async () => {
  const files = { 'web/ui/a.tsx': VALUE, 'web/tags/b.tsx': importing('../ui/a.tsx') }
  expect(await check(files)).toMatchObject({ passed: true })
})

it.each<[string, Record<string, string>, string]>([
  [
    'imports a higher layer',
    { 'server/tags/a.ts': VALUE, 'server/tree/b.ts': importing('../tags/a.ts') },
    'tree-imports-lower-layers-only: server/tree/b.ts → server/tags/a.ts',
  ],
  [
    'imports only a type of a higher layer',
    {
      'server/tags/a.ts': 'export interface Tag { id: number }\n',
      'server/tree/b.ts': "import type { Tag } from '../tags/a.ts'\nexport type Other = Tag\n",
    },
    'tree-imports-lower-layers-only: server/tree/b.ts → server/tags/a.ts',
  ],
  [
    'of the platform imports a domain',
    { 'server/billing/a.ts': VALUE, 'server/platform/b.ts': importing('../billing/a.ts') },
    'platform-imports-lower-layers-only: server/platform/b.ts → server/billing/a.ts',
  ],
  [
    'loads the wiring',
    { 'server/wiring.ts': VALUE, 'server/tree/b.ts': importing('../wiring.ts') },
    'wiring-is-for-programs: server/tree/b.ts → server/wiring.ts',
  ],
  [
    'of the browser imports the server',
    { 'server/tree/a.ts': VALUE, 'web/a.ts': importing('../server/tree/a.ts') },
    'web-knows-no-server: web/a.ts → server/tree/a.ts',
  ],
  [
    'of the kit imports a domain',
    { 'web/billing/a.tsx': VALUE, 'web/ui/b.tsx': importing('../billing/a.tsx') },
    'web-ui-imports-lower-layers-only: web/ui/b.tsx → web/billing/a.tsx',
  ],
  [
    'of a page imports a feature of the page, even when it is loaded on demand',
    {
      'web/tags/a.tsx': VALUE,
      'web/transcripts/b.tsx': "export const load = () => import('../tags/a.tsx')\n",
    },
    'web-transcripts-imports-lower-layers-only: web/transcripts/b.tsx → web/tags/a.tsx',
  ],
  [
    'of a domain imports only a type of the app',
    {
      'web/app/a.ts': 'export interface Route { path: string }\n',
      'web/welcome/b.ts': "import type { Route } from '../app/a.ts'\nexport type Other = Route\n",
    },
    'web-welcome-imports-lower-layers-only: web/welcome/b.ts → web/app/a.ts',
  ],
  [
    'of a domain imports a file beside the folders',
    { 'web/texts.ts': VALUE, 'web/tags/b.ts': importing('../texts.ts') },
    'web-tags-imports-lower-layers-only: web/tags/b.ts → web/texts.ts',
  ],
  [
    'is in a folder that server/layers.ts does not list',
    { 'server/gardening/a.ts': VALUE },
    'server/layers.ts does not list gardening',
  ],
  [
    'is in a folder that web/layers.ts does not list',
    { 'web/gardening/a.ts': VALUE },
    'web/layers.ts does not list gardening',
  ],
])('fails on a file that %s', async (_, files, sentence) => {
  const { passed, output } = await check(files)
  expect(passed).toBe(false)
  expect(output).toContain(sentence)
})
