// Writes docs/configuration.md from the table of environment variables: `node tools/print-configuration.ts`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configurationPage } from '../server/platform/configuration-page.ts'

writeFileSync(fileURLToPath(new URL('../docs/configuration.md', import.meta.url)), configurationPage())
