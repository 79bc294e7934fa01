import { expect, it } from 'vitest'
import { planChunks } from './plan-chunks.ts'
import type { Planned } from './plan-chunks.ts'

/** A file of a planned build. With `page`, it contains that page, loaded on demand; other files contain shared modules. */
function file(name: string, more: Partial<Planned> & { page?: string } = {}): Planned {
  return {
    fileName: `${name}.js`,
    facadeModuleId: more.page ?? null,
    isEntry: false,
    moduleIds: [more.page ?? `/${name}.ts`],
    imports: [],
    dynamicImports: [],
    ...more,
  }
}

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

it('W1 modules required by a page are in one chunk, without any others', () => {
  expect(Object.fromEntries(planChunks(PLAN))).toEqual({
    '/main.tsx': 'base',
    '/router.ts': 'base',
    // On the sign-in page and directly on a page after it.
    '/field.ts': 'base',
    // On the sign-in page, and behind a button after it.
    '/form.ts': 'form',
    '/password.ts': 'visitor',
    '/bell.ts': 'app',
    '/queries.ts': 'app',
    // On the file page, and behind a button of another page, which must not load the editor.
    '/preview.ts': 'app',
    '/table.ts': 'folder',
    '/editor.ts': 'file',
    '/Toolbar.tsx': 'file',
    // Left out: pages and their parts, modules only behind a button, and modules that the folder shares with other
    // pages.
  })
})
