import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ja as editing } from '../transcripts/editing/texts.ja.ts'
import { EDIT_SHORTCUTS, READ_SHORTCUTS } from '../transcripts/shortcuts.ts'
import { GUIDE_PAGES, LEGAL_PAGES, openGuidePage, pictureUrl } from './pages.ts'
import type { GuidePageName } from './pages.ts'
import type { GuideBlock, Inline } from './parse-guide.ts'
import sizes from './pictures/sizes.json' with { type: 'json' }
import { isShortcutGroup } from './ShortcutTable.tsx'

const folder = fileURLToPath(new URL('.', import.meta.url))
const LOCALES = ['ja', 'en'] as const
/** Maximum size of a picture. */
const MAX_BYTES = 60_000

function wordsOf(block: GuideBlock): readonly Inline[] {
  if ('content' in block) return block.content
  if ('rows' in block) return [block.head, ...block.rows].flat(2)
  return 'items' in block ? block.items.flat() : []
}

/** The parts that must be equal in both languages: order of blocks, anchors, pictures, keys and links. */
function skeleton(blocks: readonly GuideBlock[]) {
  return blocks.map((block) => {
    if (block.kind === 'heading') return `#${block.id}`
    if (block.kind === 'picture') return `picture ${block.name}`
    if (block.kind === 'keys') return `keys ${block.group}`
    if (block.kind === 'table') return `table ${block.head.length} × ${block.rows.length}`
    const links = wordsOf(block).flatMap((part) => (part.kind === 'link' ? [part.to] : []))
    return [block.kind, ...('items' in block ? [block.items.length] : []), ...links].join(' ')
  })
}

async function allBlocks(locale: 'ja' | 'en') {
  return (await Promise.all(GUIDE_PAGES.map((page) => openGuidePage(locale, page)))).flat()
}

it.each([...GUIDE_PAGES, ...LEGAL_PAGES])('%s has the same structure in both languages', async (page) => {
  const [ja, en] = await Promise.all([openGuidePage('ja', page), openGuidePage('en', page)])
  expect(skeleton(ja)).toEqual(skeleton(en))
})

describe.each(LOCALES)('the guide in %s', (locale) => {
  it('links only to existing pages and headings', async () => {
    const links = (await allBlocks(locale)).flatMap(wordsOf).flatMap((part) => (part.kind === 'link' ? [part.to] : []))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      const [, page, , anchor] = /^\/guide\/([a-z]+)(#([a-z-]+))?$/.exec(link) ?? []
      expect(GUIDE_PAGES).toContain(page)
      const headings = (await openGuidePage(locale, page as GuidePageName)).flatMap((block) =>
        block.kind === 'heading' ? [block.id] : [],
      )
      if (anchor) expect(headings).toContain(anchor)
    }
  })

  it('uses each heading anchor once per page', async () => {
    for (const page of GUIDE_PAGES) {
      const ids = (await openGuidePage(locale, page)).flatMap((block) => (block.kind === 'heading' ? [block.id] : []))
      expect([page, ids.length > 0, new Set(ids).size]).toEqual([page, true, ids.length])
    }
  })

  it('has every picture that it shows, below the maximum size, and shows every picture', async () => {
    const shown = (await allBlocks(locale)).flatMap((block) => (block.kind === 'picture' ? [block.name] : []))
    const files = await readdir(`${folder}pictures/${locale}`)
    expect(files.toSorted()).toEqual(shown.map((name) => `${name}.webp`).toSorted())
    for (const name of shown) {
      expect(pictureUrl(locale, name)).not.toBeNull()
      expect(Object.keys(sizes)).toContain(name)
      const { size } = await stat(`${folder}pictures/${locale}/${name}.webp`)
      expect([name, size <= MAX_BYTES]).toEqual([name, true])
    }
  })

  it('shows no markup in its text', async () => {
    for (const part of (await allBlocks(locale)).flatMap(wordsOf))
      if (part.kind !== 'keys') expect(part.text).not.toMatch(/\*\*|`|\]\(|\{#|\{keys/)
  })

  it('shows the shortcut tables of the product', async () => {
    const groups = (await allBlocks(locale)).flatMap((block) => (block.kind === 'keys' ? [block.group] : []))
    expect(groups).toEqual(['everywhere', 'reading', 'editing'])
    expect(groups.every(isShortcutGroup)).toBe(true)
  })
})

it('every shortcut has a name, and every name a shortcut', () => {
  const named = [...EDIT_SHORTCUTS, ...READ_SHORTCUTS].map(({ action }) => action)
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(editing.guide).toSorted())
})
