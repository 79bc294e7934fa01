import { join } from 'node:path'

/** The build contains the style sheet of the theme, and not the code that computes it (decision 151). */
export const THEME_ALIAS = [
  {
    find: /^\.\/(?:MantineCssVariables\/MantineCssVariables|MantineClasses\/MantineClasses)\.mjs$/,
    replacement: join(import.meta.dirname, 'platform/no-theme-styles.ts'),
  },
]
