import type { FileStatus, NoteKey, ProjectFile } from '@kaiwa/contract/files.ts'
import { expect, it } from 'vitest'
import { isLanguageDoubtful } from './language-doubt.ts'
import { languageOf } from './language-name.ts'

it.each([
  ['processed', 'en', null, true, true],
  ['processed', null, null, true, false],
  ['processed', null, 'language-assumed', true, true],
  ['processed', null, 'one-speaker', true, false],
  ['processed', 'en', null, false, false],
  ['processing', 'en', null, true, false],
  ['failed', 'en', null, true, false],
] as const)('a %s file with the detected language %s and the note %s; may be changed: %s', (...row) => {
  const [status, detected_language, key, change_language, expected] = row satisfies readonly [
    FileStatus,
    string | null,
    NoteKey | null,
    boolean,
    boolean,
  ]
  const file = { status, detected_language, note: key && { key, values: {} }, can: { change_language } }
  expect(isLanguageDoubtful(file as unknown as ProjectFile)).toBe(expected)
})

it.each([
  ['auto', 'en', 'en'],
  ['auto', null, 'auto'],
  ['ja', null, 'ja'],
] as const)('a file in %s with the detected language %s is shown as %s', (language, detected_language, shown) => {
  expect(languageOf({ language, detected_language })).toBe(shown)
})
