import { expect, it } from 'vitest'
import { lacksEngine, preselectedLanguage, spokenLanguages } from './spoken-languages.ts'

const detecting = { languages: ['ja', 'en'], detects_language: true }
const english = { languages: ['en'], detects_language: false }
const nothing = { languages: [], detects_language: false }

it.each([
  ['an engine that detects languages', detecting, ['auto', 'ja', 'en'], 'auto', []],
  ['an English engine', english, ['ja', 'en'], 'ja', ['ja']],
  ['no engine', nothing, ['ja', 'en'], 'ja', ['ja', 'en']],
  ['an unknown installation', undefined, ['ja', 'en'], 'ja', []],
] as const)('with %s', (_, installation, offered, preselected, missing) => {
  expect(spokenLanguages(installation)).toEqual(offered)
  expect(preselectedLanguage(installation, 'ja')).toBe(preselected)
  expect((['auto', 'ja', 'en'] as const).filter((language) => lacksEngine(installation, language))).toEqual(missing)
})

it('an English reader gets English preselected', () => expect(preselectedLanguage(nothing, 'en')).toBe('en'))
