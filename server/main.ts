// Entry point: `node server/main.ts`. Compiled code is cached for the next start, because compiling takes half of the
// start time. A current bundle is loaded as a single file instead of a thousand sources, so nothing else is imported
// before. `--from-source` always runs the sources.
import { enableCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { findBundle } from './bundle.ts'

// Processes without HTTP clients keep a small young generation: a large one grows to 48 MB within minutes, never
// shrinks, and gives them no benefit.
const roles = process.env['KAIWA_ROLES']
if (roles && !/api|realtime/.test(roles)) setFlagsFromString('--semi-space-growth-factor=1')

enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)))

const bundle = process.argv.includes('--from-source') ? undefined : findBundle()
await (bundle === undefined ? import('./program.ts') : import(pathToFileURL(bundle).href))
