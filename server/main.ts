// The way in: `node server/main.ts`. What was compiled is kept for the next start, because compiling is half of the work of
// one; and where the program lies bundled, it is read as one file instead of a thousand. So nothing else is loaded before.
// `--from-source` takes the sources in any case.
import { enableCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findBundle } from './bundle.ts'

enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)))

const bundle = process.argv.includes('--from-source') ? undefined : findBundle()
await (bundle === undefined ? import('./program.ts') : import(pathToFileURL(bundle).href))
