import type { SpokenLanguage } from '@kaiwa/contract/files.ts'

/** Languages that the engines of the installation recognise; undefined while loading. */
type Installation = { languages: readonly string[]; detects_language: boolean } | undefined

/** The languages that a recording can have here. `auto` is offered only if an engine detects languages. */
export function spokenLanguages(installation: Installation): SpokenLanguage[] {
  return installation?.detects_language ? ['auto', 'ja', 'en'] : ['ja', 'en']
}

/** The language of a recording for which none was chosen: `auto` if possible, otherwise that of the reader. */
export function preselectedLanguage(installation: Installation, reader: 'ja' | 'en'): SpokenLanguage {
  return installation?.detects_language ? 'auto' : reader
}

/** True if it is known that no engine recognises this language. */
export function lacksEngine(installation: Installation, language: SpokenLanguage): boolean {
  return installation !== undefined && language !== 'auto' && !installation.languages.includes(language)
}
