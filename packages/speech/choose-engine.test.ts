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
  ['a language to the first engine that supports it', [ja, many, en], 'ja', 'parakeet ja'],
  ['any language to a server that supports all', [ja, server], 'ko', 'server ko'],
  ['auto to the first engine that detects languages', [ja, many, server], 'auto', 'sense-voice auto'],
  ['no engine to auto when none detects languages', [en], 'auto', 'speech.choose-language'],
  ['no engine to auto when there are several languages', [en, ja], 'auto', 'speech.choose-language'],
  ['no engine when there is no engine', [], 'ja', 'speech.no-engine'],
  ['no engine to auto when there is no engine', [], 'auto', 'speech.no-engine'],
  ['no engine to Japanese when there is only English', [en], 'ja', 'speech.no-engine-for-language'],
])('assigns %s', (_name, available, language, expected) => {
  const choice = chooseEngine(available, language)
  expect(choice.engine ? `${choice.engine.id} ${choice.language}` : choice.note).toBe(expected)
})
