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
const english = engine('english', ['en'])
const reference = engine('reference', ['ja'], { isReserved: true })

describe('the engine of a file', () => {
  it('is the first one that knows the language', () => {
    expect(chooseFileEngine([english, server], { language: 'ja', engine: null })).toMatchObject({
      engine: { id: 'server' },
      language: 'ja',
      note: null,
    })
  })

  it('gets an assumed language, with a note, if no engine detects languages', () => {
    expect(chooseFileEngine([english], { language: 'auto', engine: null })).toMatchObject({
      engine: { id: 'english' },
      language: 'en',
      note: { key: 'language-assumed', values: { language: 'en' } },
    })
  })

  it('is never one that is reserved for other files', () => {
    expect(chooseFileEngine([reference], { language: 'ja', engine: null })).toEqual({
      engine: null,
      note: { key: 'no-engine', values: { language: 'ja' } },
    })
  })

  it('is the one that the file names, without a note', () => {
    expect(chooseFileEngine([server, reference], { language: 'auto', engine: 'reference' })).toMatchObject({
      engine: { id: 'reference' },
      language: 'ja',
      note: null,
    })
  })
})
