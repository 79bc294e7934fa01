// Builds the service worker with the list of the build's files, the manifests, and the version of the build, which the page
// and `/version.json` contain.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { manifestName, manifestOf } from './app-shell/manifest.ts'
import type { Build } from './app-shell/worker/precache.ts'

const ROOM = '<meta name="kaiwa-version" content="" />'
const WORKER = join(import.meta.dirname, 'app-shell/worker/service-worker.ts')
const PUBLIC = join(import.meta.dirname, 'public')
/** The Japanese font has a hundred files, and the guide has pictures: pages are readable without them. */
const LEFT_OUT = /\.(?:woff2?|png|jpe?g|webp|avif|mp4|webm|vtt|map)$/

function publicFiles(): string[] {
  return readdirSync(PUBLIC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(PUBLIC.length))
    .toSorted()
}

/** Changes with every file of the build. Names of built files contain the hash of their content. */
export function versionOf(program: string, names: readonly string[], contents: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const name of names.toSorted()) hash.update(`${name}\0`)
  for (const content of contents) hash.update(content).update('\0')
  return `${program}-${hash.digest('hex').slice(0, 12)}`
}

/** The paths to keep in the browser. */
export function listBuild(version: string, names: readonly string[], inPublic: readonly string[]): Build {
  const paths = names.map((name) => `/${name}`).filter((path) => !LEFT_OUT.test(path))
  return {
    version,
    hashed: paths.filter((path) => path.startsWith('/assets/')),
    named: [...inPublic.filter((path) => !LEFT_OUT.test(path)), `/${manifestName('ja')}`, `/${manifestName('en')}`],
  }
}

/** The worker as one classic script: some browsers do not support module workers. */
async function bundleWorker(list: Build): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    define: { KAIWA_BUILD: JSON.stringify(list) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: WORKER, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  return result.output[0].code
}

export function serviceWorker(): Plugin {
  let version = ''
  return {
    name: 'service-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const { version: program } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
          version: string
        }
        const contents = [html, ...publicFiles().map((path) => readFileSync(PUBLIC + path))]
        version = versionOf(program, Object.keys(bundle ?? {}), contents)
        if (!html.includes(ROOM)) throw new Error(`index.html leaves no ${ROOM} for the version`)
        return html.replace(ROOM, `<meta name="kaiwa-version" content="${version}" />`)
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const list = listBuild(
          version,
          Object.keys(bundle).filter((name) => name !== 'index.html'),
          publicFiles(),
        )
        const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
        emit('service-worker.js', await bundleWorker(list))
        emit('version.json', JSON.stringify({ version }))
        for (const locale of ['ja', 'en'] as const) emit(manifestName(locale), JSON.stringify(manifestOf(locale)))
      },
    },
  }
}
