// The way in: `node server/main.ts`. What was compiled is kept for the next start, because compiling is half of the work of
// one; and where the program lies bundled, it is read as one file instead of a thousand. So nothing else is loaded before.
// `--from-source` takes the sources in any case.
import { enableCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { findBundle } from './bundle.ts'

// A process that answers nobody gains nothing by a large nursery of objects, which grows within minutes to 48 MB, has what died
// in it grow old, and cannot be made smaller once it has grown.
const roles = process.env['KAIWA_ROLES']
if (roles && !/api|realtime/.test(roles)) setFlagsFromString('--semi-space-growth-factor=1')

enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)))

const bundle = process.argv.includes('--from-source') ? undefined : findBundle()
await (bundle === undefined ? import('./program.ts') : import(pathToFileURL(bundle).href))
