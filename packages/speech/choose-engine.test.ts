import { expect, it } from 'vitest'
import { chooseEngine } from './choose-engine.ts'

const engine = (id: string, languages: 'any' | string[], detectsLanguage = false) => ({
  id,
  languages,
  detectsLanguage,
})
const ja = engine('parakeet', ['ja'])
const en = engine('pocketsphinx', ['en'])
const many = engine('sense-voice', ['zh', 'en', 'ja'], true)
const server = engine('server', 'any', true)

it.each([
  ['Japanese to the engine for it', [ja, en], 'ja', 'parakeet ja'],
  ['English to the engine for it', [ja, en], 'en', 'pocketsphinx en'],
  ['a language to the first that knows it', [many, ja, en], 'ja', 'sense-voice ja'],
  ['any language to a server that knows any', [ja, server], 'ko', 'server ko'],
  ['auto to the first that detects', [ja, many, server], 'auto', 'sense-voice auto'],
  ['auto to the one language there is, with a note', [en], 'auto', 'pocketsphinx en speech.language-assumed'],
  ['auto to Japanese where several are known, with a note', [en, ja], 'auto', 'parakeet ja speech.language-assumed'],
  [
    'auto to the first known where Japanese is not',
    [en, engine('german', ['de'])],
    'auto',
    'pocketsphinx en speech.language-assumed',
  ],
  ['nothing where nothing is', [], 'ja', 'speech.no-engine'],
  ['nothing where nobody knows the language, and what would work', [en], 'ja', 'speech.no-engine-for-language en'],
])('gives %s', (_name, available, language, expected) => {
  const choice = chooseEngine(available, language)
  const told = choice.engine ? [choice.engine.id, choice.language, choice.note] : [choice.note, ...choice.known]
  expect(told.filter(Boolean).join(' ')).toBe(expected)
})
