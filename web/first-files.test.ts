import { expect, it } from 'vitest'
import { listFirstFiles } from './first-files.ts'

/** A file of a build. */
function file(name: string, more: { of?: string; imports?: string[]; css?: string[]; isEntry?: boolean } = {}) {
  return {
    fileName: `assets/${name}.js`,
    facadeModuleId: more.of ? `/web/${more.of}` : null,
    isEntry: more.isEntry ?? false,
    imports: (more.imports ?? []).map((part) => `assets/${part}.js`),
    viteMetadata: { importedCss: new Set((more.css ?? []).map((part) => `assets/${part}.css`)) },
  }
}

function text(domain: string) {
  return ['ja', 'en'].map((locale) => file(`${domain}-${locale}`, { of: `${domain}/texts.${locale}.ts` }))
}

const BUILD = [
  file('base', { of: 'index.html', isEntry: true, imports: ['react'], css: ['base'] }),
  file('react'),
  file('login', { of: 'accounts/LoginPage.tsx', imports: ['base', 'visitor'], css: ['login'] }),
  file('visitor', { imports: ['base', 'react'] }),
  file('frame', { of: 'app/Frame.tsx', imports: ['app'] }),
  file('folder', { of: 'app/FolderPage.tsx', imports: ['base', 'app'], css: ['folder'] }),
  file('report', { of: 'reports/ReportTab.tsx', imports: ['app'], css: ['report'] }),
  file('prefetch', { of: 'reports/prefetch-report.ts' }),
  file('file', { of: 'app/FilePage.tsx', imports: ['app', 'editor'] }),
  file('app', { imports: ['base'], css: ['app'] }),
  file('editor', { css: ['editor'] }),
  ...['ui', 'accounts', 'tree', 'uploads', 'transcripts', 'player', 'reports', 'analysis'].flatMap(text),
]

const FOLDER = ['folder.css', 'app.css', 'folder.js', 'frame.js', 'app.js']
const REPORT = ['report.css', 'app.css', 'report.js', 'prefetch.js', 'app.js']

it.each([
  ['/login', ['login.css', 'login.js', 'visitor.js'], ['ui', 'accounts']],
  ['/projects/7', FOLDER, ['ui', 'tree', 'uploads']],
  ['/projects/7?query=x&tab=2', FOLDER, ['ui', 'tree', 'uploads']],
  ['/projects/7?tab=3', [...FOLDER, ...REPORT], ['ui', 'tree', 'uploads', 'reports', 'analysis']],
  [
    '/projects/7/files/12',
    ['app.css', 'editor.css', 'file.js', 'frame.js', 'app.js', 'editor.js'],
    ['ui', 'tree', 'transcripts', 'player'],
  ],
  ['/guide', [], []],
])(
  'W2 %s preloads its own files in one language, without the files that every page includes',
  (address, files, texts) => {
    const visits = listFirstFiles(BUILD).filter(({ path }) => new RegExp(path).test(address))
    const named = (names: string[], end = '') => names.map((name) => `/assets/${name}${end}`)
    expect(visits.flatMap((visit) => visit.files)).toEqual(named(files))
    expect(visits.flatMap((visit) => visit.ja)).toEqual(named(texts, '-ja.js'))
    expect(visits.flatMap((visit) => visit.en)).toEqual(named(texts, '-en.js'))
  },
)

it('W2 the build fails if a page is no longer a separate file', () => {
  expect(() => listFirstFiles(BUILD.filter(({ fileName }) => fileName !== 'assets/login.js'))).toThrow(/LoginPage/)
})
