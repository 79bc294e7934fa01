import { expect, it } from 'vitest'
import { planChunks } from './chunks.ts'
import type { Planned } from './chunks.ts'

/** A file of a plan: `page` has a module of its own name and is fetched on demand; others are only shared modules. */
const file = (name: string, more: Partial<Planned> & { page?: string } = {}): Planned => ({
  fileName: `${name}.js`,
  facadeModuleId: more.page ?? null,
  isEntry: false,
  moduleIds: [more.page ?? `/${name}.ts`],
  imports: [],
  dynamicImports: [],
  ...more,
})

const PLAN = [
  file('index', {
    isEntry: true,
    page: '/index.html',
    moduleIds: ['/main.tsx'],
    imports: ['router.js'],
    dynamicImports: ['login.js', 'folder.js', 'file.js'],
  }),
  file('router'),
  file('login', { page: '/LoginPage.tsx', imports: ['router.js', 'field.js', 'password.js'] }),
  file('folder', { page: '/FolderPage.tsx', imports: ['field.js', 'queries.js'], dynamicImports: ['dialog.js'] }),
  file('dialog', { page: '/Dialog.tsx', imports: ['preview.js'] }),
  file('file', {
    page: '/FilePage.tsx',
    moduleIds: ['/FilePage.tsx', '/Toolbar.tsx'],
    imports: ['field.js', 'queries.js', 'preview.js', 'editor.js'],
    dynamicImports: ['history.js'],
  }),
  file('history', { page: '/History.tsx', imports: ['editor.js'] }),
  ...['field', 'password', 'queries', 'preview', 'editor'].map((name) => file(name)),
]

it('W1 what a page cannot do without travels together, and nothing else with it', () => {
  expect(Object.fromEntries(planChunks(PLAN))).toEqual({
    '/main.tsx': 'base',
    '/router.ts': 'base',
    // For the first page of a visitor and for the file page.
    '/field.ts': 'base',
    '/queries.ts': 'app',
    '/editor.ts': 'file',
    '/Toolbar.tsx': 'file',
    // Not: what only the sign-in page needs, pages and parts themselves, and what a button on another page needs as well.
  })
})
