// The files needed by the most important pages, by address. `first.js` fetches them while the main program is still
// loading, instead of after it was executed. The list is embedded in the built page.
import type { Plugin, Rolldown } from 'vite'

interface Visit {
  /** Pattern of path and query. */
  path: string
  pages: readonly string[]
  texts: readonly string[]
}

/** The first visible parts of each page, and the domains of their texts. */
const VISITS: readonly Visit[] = [
  { path: '^/login(?:\\?|$)', pages: ['accounts/LoginPage.tsx'], texts: ['ui', 'accounts'] },
  {
    path: '^/projects/\\d+(?:\\?|$)',
    pages: ['app/FolderPage.tsx', 'app/Frame.tsx'],
    texts: ['ui', 'tree', 'uploads'],
  },
  // The Report tab of a folder, in addition to the folder.
  {
    path: '^/projects/\\d+\\?(?:.*&)?tab=3(?:&|$)',
    pages: ['reports/ReportTab.tsx', 'reports/prefetch-report.ts'],
    texts: ['reports', 'analysis'],
  },
  {
    path: '^/projects/\\d+/files/\\d+(?:\\?|$)',
    pages: ['app/FilePage.tsx', 'app/Frame.tsx'],
    texts: ['ui', 'tree', 'transcripts', 'player'],
  },
]

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'facadeModuleId' | 'isEntry' | 'imports'> & {
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

/** Addresses of all files required by some chunks, style sheets first: they are small and block the first paint. */
function filesBehind(chunks: readonly Chunk[], roots: readonly Chunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set(roots)
  for (const chunk of found) for (const name of chunk.imports) if (byName.has(name)) found.add(byName.get(name)!)
  const styles = [...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...new Set([...styles, ...[...found].map(({ fileName }) => fileName)])].map((name) => `/${name}`)
}

/**
 * For each page: a pattern of its path and query, and the files to fetch by language, without the files that every page
 * includes.
 */
export function listFirstFiles(chunks: readonly Chunk[]) {
  const rootOf = (part: string): Chunk => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${part}`))
    if (!found) throw new Error(`${part} is not a file of its own`)
    return found
  }
  const everywhere = new Set(
    filesBehind(
      chunks,
      chunks.filter(({ isEntry }) => isEntry),
    ),
  )
  const missing = (parts: readonly string[]) =>
    filesBehind(chunks, parts.map(rootOf)).filter((name) => !everywhere.has(name))
  return VISITS.map(({ path, pages, texts }) => ({
    path,
    files: missing(pages),
    ja: missing(texts.map((text) => `${text}/texts.ja.ts`)),
    en: missing(texts.map((text) => `${text}/texts.en.ts`)),
  }))
}

const ROOM = 'data-files=""'

/** Writes the list into the placeholder in `index.html`. */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk')
        const list = JSON.stringify(listFirstFiles(chunks)).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
        if (!html.includes(ROOM)) throw new Error(`index.html leaves no ${ROOM} for the list of first files`)
        return html.replace(ROOM, () => `data-files="${list}"`)
      },
    },
  }
}
