// Decides the chunks of the browser app. By default the bundler splits wherever two parts of the app share a module: a
// page was a hundred files of one kilobyte, and small files compress badly. Therefore a build is planned first without
// being written, and modules that a page requires are grouped by that plan.
import type { Rolldown } from 'vite'

/** A file of the planned build. */
export type Planned = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'facadeModuleId' | 'isEntry' | 'imports' | 'dynamicImports' | 'moduleIds'
>

/**
 * base: every visit; form: the sign-in page, and parts of other pages that are loaded on demand; visitor: before sign-in
 * only; app: after sign-in; folder, file: one page only.
 */
export type Group = 'base' | 'form' | 'visitor' | 'app' | 'folder' | 'file'

function isPage({ facadeModuleId }: Planned): boolean {
  return facadeModuleId?.endsWith('Page.tsx') ?? false
}

/** All modules required by some files of a plan; `lazily` includes those loaded on demand, up to the next page. */
function modulesBehind(plan: readonly Planned[], roots: readonly Planned[], { lazily = false } = {}): Set<string> {
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

/** The groups of modules, by module id. The bundler places all others. */
export function planChunks(plan: readonly Planned[]): Map<string, Group> {
  const filesOf = (...names: string[]) =>
    plan.filter(({ facadeModuleId }) => names.some((name) => facadeModuleId?.endsWith(`/${name}.tsx`)))
  const starts = plan.filter(({ isEntry }) => isEntry)
  const folder = filesOf('FolderPage')
  const file = filesOf('FilePage')
  const onStart = modulesBehind(plan, starts)
  const onLogin = modulesBehind(plan, filesOf('LoginPage'))
  const frame = filesOf('Frame')
  const inFrame = modulesBehind(plan, frame)
  const onFolder = modulesBehind(plan, folder)
  const onFile = modulesBehind(plan, file)
  // A large page's own modules must not be loaded on other pages, not even behind a button there.
  const besides = (pages: readonly Planned[]) => {
    const others = plan.filter((planned) => isPage(planned) && !pages.includes(planned))
    return modulesBehind(plan, [...starts, ...frame, ...others], { lazily: true })
  }
  const besidesFolder = besides(folder)
  const besidesFile = besides(file)
  const signedIn = modulesBehind(plan, [...frame, ...folder, ...file], { lazily: true })

  const groupOf = (id: string): Group | null => {
    const isInApp = inFrame.has(id) || (onFile.has(id) && (onFolder.has(id) || besidesFile.has(id)))
    if (onStart.has(id) || (onLogin.has(id) && (inFrame.has(id) || onFolder.has(id) || onFile.has(id)))) return 'base'
    if (onLogin.has(id)) return signedIn.has(id) ? 'form' : 'visitor'
    if (isInApp) return 'app'
    if (onFile.has(id)) return 'file'
    return onFolder.has(id) && !besidesFolder.has(id) ? 'folder' : null
  }
  const roots = new Set(plan.map(({ facadeModuleId }) => facadeModuleId))
  const groups = new Map<string, Group>()
  for (const id of plan.flatMap(({ moduleIds }) => moduleIds)) {
    const group = roots.has(id) ? null : groupOf(id)
    if (group) groups.set(id, group)
  }
  return groups
}
