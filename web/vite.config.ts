import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig } from 'vite'
import type { Plugin, Rolldown, UserConfig } from 'vite'
import { planChunks } from './plan-chunks.ts'
import { firstFiles } from './first-files.ts'
import { guidePages } from './guide/guide-pages.ts'
import { serviceWorker } from './service-worker-build.ts'
import { TRANSLATION_ALIAS } from './translation-alias.ts'

const COMPRESSIBLE = /\.(?:js|css|html|svg|json)$/

/** Files that the build copies without changes. */
const PUBLIC = join(import.meta.dirname, 'public')

/** Writes `.gz` and `.br` next to every text file, so that the server does not have to compress them. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const built = Object.entries(bundle).map(
          ([fileName, output]) =>
            [fileName, Buffer.from(output.type === 'chunk' ? output.code : output.source)] as const,
        )
        const copied = readdirSync(PUBLIC).filter((name) => COMPRESSIBLE.test(name))
        const files = [...built, ...copied.map((name) => [name, readFileSync(join(PUBLIC, name))] as const)]
        for (const [fileName, source] of files) {
          if (!COMPRESSIBLE.test(fileName)) continue
          const brotli = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
          if (brotli.length >= source.length) continue
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) })
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli })
        }
      },
    },
  }
}

/** The build contains the style sheet of the theme, and not the code that computes it (decision 151). */
const THEME_ALIAS = [
  {
    find: /^\.\/(?:MantineCssVariables\/MantineCssVariables|MantineClasses\/MantineClasses)\.mjs$/,
    replacement: join(import.meta.dirname, 'platform/no-theme-styles.ts'),
  },
]

/** Every page includes these files. */
const EVERYWHERE = /\/(?:base|react|rolldown-runtime)-[^/]+$/
const LARGE_PAGES = /\/(?:FilePage|FolderPage|HomePage)-[^/]+$/

/**
 * The files that the browser requests together with the file of a dynamic import. Only large pages list them. Other pages and
 * parts (dialogs, menus, panels) request their few files when their own file has arrived: lists for all of them would add
 * 7 kB to the first load.
 */
function preloadedFiles(file: string, dependencies: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  if (hostType === 'html') return dependencies
  return LARGE_PAGES.test(file) ? dependencies.filter((name) => !EVERYWHERE.test(name)) : []
}

const config = {
  root: import.meta.dirname,
  resolve: { alias: [...TRANSLATION_ALIAS, ...THEME_ALIAS] },
  // Placeholder that the server replaces with the nonce of each response.
  html: { cspNonce: 'KAIWA_NONCE' },
  build: {
    outDir: 'dist',
    target: 'es2023',
    modulePreload: { polyfill: false, resolveDependencies: preloadedFiles },
    // Fonts and pictures are separate files: they are cached permanently, and the content security policy forbids data:
    // scripts.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': { target: process.env['KAIWA_API'] ?? 'http://localhost:8080', ws: true },
      '/app': { target: process.env['KAIWA_API'] ?? 'http://localhost:8080', ws: true },
      // Also proxied: pictures of people and speakers, recordings, and postal codes.
      '/avatars': { target: process.env['KAIWA_API'] ?? 'http://localhost:8080' },
      '/postal-codes': { target: process.env['KAIWA_API'] ?? 'http://localhost:8080' },
      '/media': { target: process.env['KAIWA_API'] ?? 'http://localhost:8080' },
    },
  },
} satisfies UserConfig

/** Plans the chunks from the files that the bundler would write by default. */
async function plan(mode: string) {
  const planned = await build({
    ...config,
    plugins: [react(), guidePages()],
    configFile: false,
    mode,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
  })
  const { output } = planned as Rolldown.RolldownOutput
  return planChunks(output.filter((file) => file.type === 'chunk'))
}

export default defineConfig(async ({ command, mode }) => {
  if (command === 'serve') return { ...config, plugins: [react(), guidePages()] }
  const groups = await plan(mode)
  return {
    ...config,
    plugins: [react(), guidePages(), firstFiles(), serviceWorker(), precompress()],
    build: {
      ...config.build,
      rolldownOptions: {
        output: {
          // Every file that loads others on demand contains their names. The bundler
          // needs seven characters of a hash.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            // The dependencies of a module have their own group, or none.
            includeDependenciesRecursively: false,
            groups: [
              { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
              { name: (id: string) => groups.get(id) ?? null },
            ],
          },
        },
      },
    },
  }
})
