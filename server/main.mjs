// Entry point of `npm start`. The compiled code is cached, because compiling takes half of the start time. If the bundle is
// up to date, it is loaded instead of a thousand source files. Nothing but `bundle.mjs` is imported before.
// `--from-source` always runs the sources.
// Not TypeScript: with one TypeScript file Node loads its compiler for types and keeps it, 16 MB (decision 169).
import { enableCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { compiledFolder, findBundle } from './bundle.mjs'

// Processes without HTTP clients keep a small young generation: a large one grows to 48 MB within minutes, never
// shrinks, and gives them no benefit.
const roles = process.env['KAIWA_ROLES']
if (roles && !/api|realtime/.test(roles)) setFlagsFromString('--semi-space-growth-factor=1')

const bundle = process.argv.includes('--from-source') ? undefined : findBundle()
enableCompileCache(compiledFolder(bundle))
await (bundle === undefined ? import('./program.ts') : import(pathToFileURL(bundle).href))
