import { useTranslation } from 'react-i18next'
import { EDIT_SHORTCUTS, GLOBAL_SHORTCUTS, READ_SHORTCUTS } from '../transcripts/shortcuts.ts'
import { Keys } from '../ui/Keys.tsx'
import styles from './GuidePage.module.css'

const GROUPS = { everywhere: GLOBAL_SHORTCUTS, reading: READ_SHORTCUTS, editing: EDIT_SHORTCUTS }

export function isShortcutGroup(name: string): name is keyof typeof GROUPS {
  return name in GROUPS
}

/** The keys of every page, those of read mode, and the same table as in edit mode. */
export function ShortcutTable({ group }: { group: string }) {
  const { t } = useTranslation('guide')
  const editing = useTranslation('editing').t
  if (!isShortcutGroup(group)) return null
  return (
    <table className={styles.keys}>
      <thead>
        <tr>
          <th scope="col">{t('keysHead')}</th>
          <th scope="col">{t('actionHead')}</th>
        </tr>
      </thead>
      <tbody>
        {GROUPS[group].map(({ action, keys, isTwice }) => (
          <tr key={action}>
            <td>
              <Keys keys={keys} isTwice={isTwice} />
            </td>
            <td>{editing(`guide.${action}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
