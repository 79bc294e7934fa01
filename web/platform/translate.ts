// The part of i18next that the app uses, in 0.6 kB instead of 12 (decision 143): keys with namespaces, placeholders, plural
// forms, and the change of the language. The build and the tests resolve the module `i18next` to this file
// (`web/translation-alias.ts`); the types are those of the library. A test compares both for every text.
import { makeListeners } from './listeners.ts'

export interface Options {
  /** The namespace of keys without one. */
  ns?: string
  /** Selects the plural form of a key: `key_one`, `key_other`. */
  count?: number
  /** The text when no key exists. */
  defaultValue?: string
  /** Values of placeholders. */
  [name: string]: string | number | boolean | null | undefined
}

/** The texts of one domain in one language: strings, or objects of texts. */
export type Texts = Readonly<Record<string, unknown>>
type Keys = string | readonly string[]
export type Translate = (keys: Keys, options?: Options) => string

const DEFAULT_NAMESPACE = 'common'

let current = ''
const bundles = new Map<string, Texts>()
const { subscribe, notify } = makeListeners()

/** The text at a path of keys that are separated by dots. A key itself may contain dots, as a code of the server. */
function lookUp(texts: unknown, path: string): string | undefined {
  if (typeof texts !== 'object' || texts === null) return undefined
  const own = texts as Texts
  if (Object.hasOwn(own, path) && typeof own[path] === 'string') return own[path]
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot)
    const found = Object.hasOwn(own, key) ? lookUp(own[key], path.slice(dot + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function withoutNamespace(key: string): string {
  return key.slice(key.indexOf(':') + 1)
}

/** The text of a key (`path.to.text` or `namespace:path.to.text`). */
function find(language: string, key: string, { ns = DEFAULT_NAMESPACE, count }: Options): string | undefined {
  const colon = key.indexOf(':')
  const bundle = bundles.get(`${language}/${colon === -1 ? ns : key.slice(0, colon)}`)
  const path = withoutNamespace(key)
  const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : null
  return (form === null ? undefined : lookUp(bundle, `${path}_${form}`)) ?? lookUp(bundle, path)
}

/** Numbers are grouped as the language does (`1,000`). A number that is a name, as an id or a year, is passed as string. */
function format(language: string, value: Options[string]): string {
  return typeof value === 'number' ? value.toLocaleString(language) : String(value ?? '')
}

/** Inserts values: braces in a value are text. A placeholder without a value stays. */
function fillIn(language: string, text: string, values: Options): string {
  return text.replaceAll(/\{(.+?)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? format(language, values[name]) : placeholder,
  )
}

function translate(language: string, keys: Keys, options: Options): string {
  const all = typeof keys === 'string' ? [keys] : keys
  for (const key of all) {
    const text = find(language, key, options)
    if (text !== undefined) return fillIn(language, text, options)
  }
  return fillIn(language, options.defaultValue ?? withoutNamespace(all.at(-1) ?? ''), options)
}

/** Starts with this language and without texts. */
export function startTexts(language: string): void {
  bundles.clear()
  current = language
}

export function addTexts(language: string, namespace: string, texts: Texts): void {
  bundles.set(`${language}/${namespace}`, texts)
}

export function hasTexts(language: string, namespace: string): boolean {
  return bundles.has(`${language}/${namespace}`)
}

/** Makes a language current whose texts have been added. */
export function setLanguage(language: string): void {
  current = language
  notify()
}

export const onLanguageChange = subscribe

const removals = new Map<() => void, () => void>()

// The interface of the library.
const i18next = {
  get language() {
    return current
  },
  t: (keys: Keys, options: Options = {}) => translate(current, keys, options),
  exists: (key: string, options: Options = {}) => find(current, key, options) !== undefined,
  /** `language`: null for the current one at the time of the call. */
  getFixedT:
    (language: string | null, ns: string = DEFAULT_NAMESPACE): Translate =>
    (keys, options = {}) =>
      translate(language ?? current, keys, { ns, ...options }),
  on: (_: 'languageChanged', listener: () => void) => void removals.set(listener, subscribe(listener)),
  off: (_: 'languageChanged', listener: () => void) => {
    removals.get(listener)?.()
    removals.delete(listener)
  },
}

export default i18next
