import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { call } from '../platform/call.ts'
import { changeUser, useSignedIn } from '../platform/session.ts'
import { useTree } from '../platform/tree-query.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Film } from '../ui/Film.tsx'
import type { HomeState } from '../tree/home-state.ts'
import { projectQuery } from '../tree/queries.ts'
import { Begin } from './Begin.tsx'
import english from './video/welcome.en.mp4'
import englishSubtitles from './video/welcome.en.vtt'
import japanese from './video/welcome.ja.mp4'
import japaneseSubtitles from './video/welcome.ja.vtt'
import styles from './Welcome.module.css'

/** Lead to the root folder, or show that there is no folder. */
const HOME_PATHS = new Set(['/', '/projects'])

/**
 * The welcome of the first visit (WS-03): a short film of the product, made by tools/record-intro.ts, and a first folder, so
 * that the next click is an upload. It is shown once; skipping it counts as seen on every device.
 */
function WelcomeDialog() {
  const { t } = useTranslation('welcome')
  const { user } = useSignedIn()
  const { all_items: items } = useTree()
  const root = items.find(({ is_root_item: isRoot }) => isRoot)
  const { data: project, isError } = useQuery({ ...projectQuery(root?.resource_id ?? 0), enabled: root !== undefined })
  const end = (): void => {
    changeUser({ ...user, is_visited: true })
    // If this fails, the next visit shows the welcome again.
    void call('updateFirstVisited').catch(() => undefined)
  }
  const findParent = (): number | null | undefined => {
    // Guests, and users who have folders already.
    if (!root || root.children.length > 0) return null
    if (!project) return isError ? null : undefined
    return project.can.create_folder ? root.id : null
  }
  const found = findParent()
  // Kept when the new folder appears in the tree.
  const [parent, setParent] = useState(found)
  if (parent === undefined && found !== undefined) setParent(found)
  return (
    <Dialog opened title={t('title')} size="lg" onClose={end}>
      <div className={styles.welcome}>
        <Film
          films={{ ja: japanese, en: english }}
          subtitles={{ ja: japaneseSubtitles, en: englishSubtitles }}
          label={t('film')}
        />
        <Begin parent={parent} onEnd={end} />
      </div>
    </Dialog>
  )
}

/**
 * The welcome, shown over the home only: a person who was invited reads the shared folder or file first. Guests have no
 * root folder; their home is the page to which `/projects` led.
 */
export function Welcome() {
  const { all_items: items } = useTree()
  const { pathname, state } = useLocation() as { pathname: string; state: HomeState | null }
  const root = items.find(({ is_root_item: isRoot }) => isRoot)
  const isHome = HOME_PATHS.has(pathname) || pathname === `/projects/${root?.resource_id}` || state?.isHome === true
  return isHome && <WelcomeDialog />
}
