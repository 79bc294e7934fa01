import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { changeUser, useSignedIn } from '../platform/session.ts'
import { useTree } from '../platform/tree-query.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Film } from '../ui/Film.tsx'
import { projectQuery } from '../tree/queries.ts'
import { Begin } from './Begin.tsx'
import english from './video/welcome.en.mp4'
import englishSubtitles from './video/welcome.en.vtt'
import japanese from './video/welcome.ja.mp4'
import japaneseSubtitles from './video/welcome.ja.vtt'
import styles from './Welcome.module.css'

/**
 * The welcome of the first visit (WS-03): a short film of the product, made by tools/record-intro.ts, and a first folder, so
 * that the next click is an upload. It is shown once; skipping it counts as seen on every device.
 */
export function Welcome() {
  const { t } = useTranslation('welcome')
  const { user } = useSignedIn()
  const { all_items: items } = useTree()
  const root = items.find(({ is_root_item: isRoot }) => isRoot)
  const { data: project } = useQuery({ ...projectQuery(root?.resource_id ?? 0), enabled: root !== undefined })
  const end = (): void => {
    changeUser({ ...user, is_visited: true })
    // If this fails, the next visit shows the welcome again.
    void call('updateFirstVisited').catch(() => undefined)
  }
  return (
    <Dialog opened title={t('title')} size="lg" onClose={end}>
      <div className={styles.welcome}>
        <Film
          films={{ ja: japanese, en: english }}
          subtitles={{ ja: japaneseSubtitles, en: englishSubtitles }}
          label={t('film')}
        />
        <Begin
          // Null for users who have folders already or may not create one.
          parent={project?.can.create_folder && root?.children.length === 0 ? root.id : null}
          onEnd={end}
        />
      </div>
    </Dialog>
  )
}
