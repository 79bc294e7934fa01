// Writes docs/permissions.md from the policies: `node tools/print-permissions.ts`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { permissionsPage } from '../server/permissions-page.ts'

writeFileSync(fileURLToPath(new URL('../docs/permissions.md', import.meta.url)), permissionsPage())
