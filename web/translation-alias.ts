import { join } from 'node:path'

const PLATFORM = join(import.meta.dirname, 'platform')

/**
 * The app is written against the interface of i18next, and contains our implementation of the part that it uses
 * (decision 143). For the build and the tests.
 */
export const TRANSLATION_ALIAS = [
  { find: /^react-i18next$/, replacement: join(PLATFORM, 'use-translation.ts') },
  { find: /^i18next$/, replacement: join(PLATFORM, 'translate.ts') },
]
