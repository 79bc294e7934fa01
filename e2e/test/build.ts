import { buildWeb } from '../../tools/build-web.ts'
import { bundleProgram } from '../../tools/bundle-program.ts'

await buildWeb()
await bundleProgram()
