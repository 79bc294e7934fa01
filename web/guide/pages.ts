// The pages of the user guide in reading order.
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { GuideBlock } from './parse-guide.ts'

export const GUIDE_PAGES = [
  'start',
  'record',
  'read',
  'edit',
  'find',
  'speakers',
  'sections',
  'tags',
  'comments',
  'analysis',
  'summary',
  'report',
  'assistant',
  'crm',
  'exchange',
  'history',
  'folders',
  'sharing',
  'account',
  'keys',
  'support',
] as const
export type GuidePageName = (typeof GUIDE_PAGES)[number]

/** Pages that the registration links to, written like those of the guide. */
export const LEGAL_PAGES = ['terms', 'privacy'] as const
export type LegalPageName = (typeof LEGAL_PAGES)[number]

export function isGuidePage(name: string): name is GuidePageName {
  return GUIDE_PAGES.includes(name as GuidePageName)
}

// Each page is a separate file, parsed by the build and loaded when it is opened.
const sources = import.meta.glob<GuideBlock[]>('./{ja,en}/*.md', { import: 'default' })
const pictures = import.meta.glob<string>('./pictures/{ja,en}/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** URL of a picture of the guide; null when it does not exist. */
export function pictureUrl(locale: Locale, name: string): string | null {
  return pictures[`./pictures/${locale}/${name}.webp`] ?? null
}

const opened = new Map<string, Promise<GuideBlock[]>>()

async function openSource(path: string): Promise<GuideBlock[]> {
  const open = sources[path]
  if (!open) throw new Error(`The guide has no ${path}`)
  return open()
}

/** A page in a language. Returns the same promise for the same page, so that it can be used while rendering. */
export function openGuidePage(locale: Locale, name: GuidePageName | LegalPageName): Promise<GuideBlock[]> {
  const path = `./${locale}/${name}.md`
  const known = opened.get(path)
  if (known) return known
  const opening = openSource(path).catch((error: unknown) => {
    // A failed load is not cached, so the next visit retries.
    opened.delete(path)
    throw error
  })
  opened.set(path, opening)
  return opening
}
