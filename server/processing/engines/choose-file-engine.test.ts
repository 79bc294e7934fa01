import { describe, expect, it } from 'vitest'
import { type AvailableEngine, chooseFileEngine } from './choose-file-engine.ts'

function engine(id: string, languages: AvailableEngine['languages'], more: object = {}): AvailableEngine {
  return {
    id,
    languages,
    detectsLanguage: false,
    recognise: () => Promise.reject(new Error('must not be called')),
    close: async () => {},
    ...more,
  }
}

const server = engine('server', 'any', { detectsLanguage: true })
const detecting = engine('detecting', ['ja', 'en'], { detectsLanguage: true })
const japanese = engine('japanese', ['ja'])
const english = engine('english', ['en'])
const reference = engine('reference', ['ja'], { isReserved: true })

function request(language: string, spoken_language: string | null = null, named: string | null = null) {
  return {
    language,
    spoken_language,
    engine: named,
  }
}

describe('the engine of a file', () => {
  it.each([
    ['the first one that knows the language', [english, server], request('ja'), 'server ja'],
    ['one that detects languages, for auto', [japanese, detecting], request('auto'), 'detecting auto'],
    ['the best one for the detected language', [japanese, detecting], request('auto', 'ja'), 'japanese ja'],
    ['the detecting one for a language without its own', [japanese, detecting], request('auto', 'en'), 'detecting en'],
    ['the detecting one for an unknown language', [japanese, detecting], request('auto', 'fr'), 'detecting auto'],
    ['the detecting one if no language was found', [japanese, detecting], request('auto', 'und'), 'detecting auto'],
    ['for an explicit language, whatever was detected', [english, japanese], request('ja', 'en'), 'japanese ja'],
    ['the one that the file names', [server, reference], request('auto', null, 'reference'), 'reference ja'],
    ['none that is reserved for other files', [reference], request('ja'), 'no-engine'],
    ['none for Japanese if there is only English', [english], request('ja'), 'no-engine'],
    ['none for auto if no engine detects languages', [english, japanese], request('auto'), 'choose-language'],
  ])('is %s', (_, available, file, expected) => {
    const choice = chooseFileEngine(available, file)
    expect(choice.engine ? `${choice.engine.id} ${choice.language}` : choice.note.key).toBe(expected)
  })
})
