// Writes web/platform/theme-variables.css from the theme: `node web/print-theme-variables.ts`.
import { writeFileSync } from 'node:fs'
import { THEME_VARIABLES_FILE, themeVariablesSource } from './theme-variables-source.ts'

writeFileSync(THEME_VARIABLES_FILE, themeVariablesSource())
