// Names that the product gives to folders, speakers and other rows. Such a row stores a key, and each reader sees the
// name of the key in their language. Renaming the row removes the key (decision 89).
import type { Locale } from './fields.ts'

/** Texts by kind and language. `{n}` is the part of a key after its kind: the number of a speaker, the name of a person. */
export const PRODUCT_NAMES = {
  workspace: { ja: 'ワークスペース', en: 'Workspace' },
  speaker: { ja: '話者{n}', en: 'Speaker {n}' },
  'tag-category': { ja: 'タグ', en: 'Tags' },
  /** The folder in the root for recordings that were given no other; also that of one person. */
  recordings: { ja: '録音', en: 'Recordings' },
  'recordings-of': { ja: '録音（{n}）', en: 'Recordings ({n})' },
  'sample-folder': { ja: 'サンプル', en: 'Samples' },
  'sample-call': { ja: '商談サンプル', en: 'Sample sales call' },
  'sample-seller': { ja: '山田（ミナト商事）', en: 'Yamada (Minato Trading)' },
  'sample-customer': { ja: '佐藤（北星製作所）', en: 'Sato (Hokusei Works)' },
} as const satisfies Record<string, Record<Locale, string>>

type Kind = keyof typeof PRODUCT_NAMES
/** The kind, for some with more: `workspace`, `speaker:3`, `recordings-of:佐藤 葵`. */
export type NameKey = Exclude<Kind, 'speaker' | 'recordings-of'> | `speaker:${number}` | `recordings-of:${string}`

/** The name of a key; null for an unknown key, which a newer program may have stored. */
export function productName(key: string, locale: Locale): string | null {
  const [kind = '', ...rest] = key.split(':')
  if (!Object.hasOwn(PRODUCT_NAMES, kind)) return null
  return PRODUCT_NAMES[kind as Kind][locale].replace('{n}', () => rest.join(':'))
}

/**
 * What names of this kind are compared by where they come from another installation or language: the key of a name that the
 * product makes in any language, otherwise the name itself.
 */
export function comparableName(kind: Kind, name: string): string {
  for (const text of Object.values(PRODUCT_NAMES[kind])) {
    const [before = '', after] = text.split('{n}')
    if (after === undefined && name === text) return kind
    const number =
      after !== undefined && name.startsWith(before) ? name.slice(before.length, name.length - after.length) : ''
    if (/^[1-9][0-9]*$/.test(number) && name === before + number + after) return `${kind}:${number}`
  }
  return name
}

/** A name as it is stored: the given name, and the key if the product made it. */
export interface StoredName {
  name: string
  name_key: string | null
}

/** Returns the stored name of a row that the product creates. Queries without a language return the Japanese name. */
export function makeProductName(key: NameKey): StoredName {
  return { name: productName(key, 'ja') ?? key, name_key: key }
}

/** The name that a reader of this language sees. */
export function nameIn(locale: Locale, { name, name_key }: StoredName): string {
  return (name_key === null ? null : productName(name_key, locale)) ?? name
}
