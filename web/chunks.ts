// Which files the browser app is cut into. Left to itself the bundler cuts wherever two parts of the app share a module:
// a page came as a hundred files of a kilobyte each, and small files compress badly. So a build is planned first, without
// being written, and what the plan says a page cannot do without travels together.
import type { Rolldown } from 'vite'

/** A file of the planned build. */
export type Planned = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'facadeModuleId' | 'isEntry' | 'imports' | 'dynamicImports' | 'moduleIds'
>

/** What comes with every visit, what comes for whoever is signed in, and what only the file page needs. */
export type Group = 'base' | 'app' | 'file'

const isPage = ({ facadeModuleId }: Planned): boolean => facadeModuleId?.endsWith('Page.tsx') ?? false

/** The modules behind some files of a plan; `lazily`: also those that come on demand, up to the next page. */
const modulesBehind = (plan: readonly Planned[], roots: readonly Planned[], { lazily = false } = {}): Set<string> => {
  const byName = new Map(plan.map((file) => [file.fileName, file]))
  const found = new Set(roots)
  for (const file of found) {
    for (const name of file.imports) if (byName.has(name)) found.add(byName.get(name)!)
    if (!lazily) continue
    for (const name of file.dynamicImports) {
      const part = byName.get(name)
      if (part && !isPage(part)) found.add(part)
    }
  }
  return new Set([...found].flatMap(({ moduleIds }) => moduleIds))
}

/** The modules that travel together, by id. All others stay where the bundler puts them. */
export function planChunks(plan: readonly Planned[]): Map<string, Group> {
  const filesOf = (...names: string[]) =>
    plan.filter(({ facadeModuleId }) => names.some((name) => facadeModuleId?.endsWith(`/${name}.tsx`)))
  const starts = plan.filter(({ isEntry }) => isEntry)
  const folder = filesOf('FolderPage', 'Frame')
  const file = filesOf('FilePage')
  const onStart = modulesBehind(plan, starts)
  const onLogin = modulesBehind(plan, filesOf('LoginPage'))
  const onFolder = modulesBehind(plan, folder)
  const onFile = modulesBehind(plan, file)
  // Nobody waits for the editor on another page, not even behind a button there.
  const otherPages = plan.filter((planned) => isPage(planned) && !file.includes(planned))
  const elsewhere = modulesBehind(plan, [...starts, ...folder, ...otherPages], { lazily: true })

  const groupOf = (id: string): Group | null => {
    if (onStart.has(id) || (onLogin.has(id) && onFile.has(id))) return 'base'
    if (!onFile.has(id)) return null
    if (onFolder.has(id)) return 'app'
    return elsewhere.has(id) ? null : 'file'
  }
  const roots = new Set(plan.map(({ facadeModuleId }) => facadeModuleId))
  const groups = new Map<string, Group>()
  for (const id of plan.flatMap(({ moduleIds }) => moduleIds)) {
    const group = roots.has(id) ? null : groupOf(id)
    if (group) groups.set(id, group)
  }
  return groups
}
