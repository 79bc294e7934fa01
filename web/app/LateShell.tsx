import { type ComponentType, useEffect, useState } from 'react'
import { loadTexts } from '../platform/i18n.ts'

/**
 * Milliseconds after the page was rendered, so that nothing competes with its own requests: the worker that the shell
 * registers fetches all files of the build.
 */
const DELAY_MS = 4_000

async function loadShell(): Promise<ComponentType> {
  const [{ AppShell }] = await Promise.all([import('../app-shell/AppShell.tsx'), loadTexts(['appShell'])])
  return AppShell
}

/** The parts of the installed app that no first view needs. */
export function LateShell() {
  const [Shell, setShell] = useState<ComponentType | null>(null)
  useEffect(() => {
    // The next page tries again; this one works without.
    const load = () =>
      void loadShell().then(
        (shell) => setShell(() => shell),
        () => undefined,
      )
    const timer = setTimeout(load, DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return Shell && <Shell />
}
