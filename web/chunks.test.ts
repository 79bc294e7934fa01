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
    dynamicImports: ['login.js', 'frame.js', 'folder.js', 'file.js'],
  }),
  file('router'),
  file('login', { page: '/LoginPage.tsx', imports: ['router.js', 'field.js', 'form.js', 'password.js'] }),
  file('frame', { page: '/Frame.tsx', imports: ['bell.js'] }),
  file('folder', {
    page: '/FolderPage.tsx',
    imports: ['field.js', 'queries.js', 'table.js', 'tree.js'],
    dynamicImports: ['dialog.js'],
  }),
  file('trash', { page: '/TrashPage.tsx', imports: ['tree.js'] }),
  file('dialog', { page: '/Dialog.tsx', imports: ['form.js', 'preview.js', 'choice.js'] }),
  file('file', {
    page: '/FilePage.tsx',
    moduleIds: ['/FilePage.tsx', '/Toolbar.tsx'],
    imports: ['field.js', 'queries.js', 'preview.js', 'editor.js'],
    dynamicImports: ['history.js'],
  }),
  file('history', { page: '/History.tsx', imports: ['editor.js'] }),
  ...['field', 'form', 'password', 'bell', 'queries', 'table', 'tree', 'preview', 'choice', 'editor'].map((name) =>
    file(name),
  ),
]

it('W1 what a page cannot do without travels together, and nothing else with it', () => {
  expect(Object.fromEntries(planChunks(PLAN))).toEqual({
    '/main.tsx': 'base',
    '/router.ts': 'base',
    // For the first page of a visitor and for whoever is signed in, if only behind a button.
    '/field.ts': 'base',
    '/form.ts': 'base',
    '/password.ts': 'visitor',
    '/bell.ts': 'app',
    '/queries.ts': 'app',
    // Of the file page, and behind a button of another: that must not bring the editor.
    '/preview.ts': 'app',
    '/table.ts': 'folder',
    '/editor.ts': 'file',
    '/Toolbar.tsx': 'file',
    // Not: pages and parts themselves, what only comes behind a button, and what the folder shares with other pages.
  })
})
