import { expect, it } from 'vitest'
import { chooseEngine } from './choose-engine.ts'

function engine(id: string, languages: 'any' | string[], detectsLanguage = false) {
  return {
    id,
    languages,
    detectsLanguage,
  }
}

const ja = engine('parakeet', ['ja'])
const en = engine('pocketsphinx', ['en'])
const many = engine('sense-voice', ['zh', 'en', 'ja'], true)
const server = engine('server', 'any', true)

it.each([
  ['Japanese to the engine for it', [ja, en], 'ja', 'parakeet ja'],
  ['English to the engine for it', [ja, en], 'en', 'pocketsphinx en'],
  ['a language to the first engine that supports it', [many, ja, en], 'ja', 'sense-voice ja'],
  ['any language to a server that supports all', [ja, server], 'ko', 'server ko'],
  ['auto to the first engine that detects languages', [ja, many, server], 'auto', 'sense-voice auto'],
  ['auto to the only language, with a note', [en], 'auto', 'pocketsphinx en speech.language-assumed'],
  ['auto to Japanese among several languages, with a note', [en, ja], 'auto', 'parakeet ja speech.language-assumed'],
  [
    'auto to the first language when Japanese is not supported',
    [en, engine('german', ['de'])],
    'auto',
    'pocketsphinx en speech.language-assumed',
  ],
  ['no engine when there is no engine', [], 'ja', 'speech.no-engine'],
  ['no engine for an unsupported language, with the supported ones', [en], 'ja', 'speech.no-engine-for-language en'],
])('assigns %s', (_name, available, language, expected) => {
  const choice = chooseEngine(available, language)
  const result = choice.engine ? [choice.engine.id, choice.language, choice.note] : [choice.note, ...choice.known]
  expect(result.filter(Boolean).join(' ')).toBe(expected)
})
