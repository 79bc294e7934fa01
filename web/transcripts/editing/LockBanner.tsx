import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../platform/session.ts'
import styles from '../FilePage.module.css'
import { useOpenFile } from '../open-file.ts'
import type { Saving } from './saver.ts'
import { useEditState } from './use-editing.ts'

const TROUBLES: Partial<Record<Saving, 'saveWaiting' | 'saveContested' | 'saveRefused'>> = {
  waiting: 'saveWaiting',
  contested: 'saveContested',
  refused: 'saveRefused',
}

/** Shows which other user edits the file (EDIT-22), and whether a save of this tab has failed. */
export function LockBanner() {
  const { t } = useTranslation('transcripts')
  const { control } = useOpenFile()
  const { user } = useSignedIn()
  const { mode, lock, saving } = useEditState(control)
  const isEditing = mode === 'editing' || mode === 'ending'
  const trouble = TROUBLES[saving]
  return (
    <>
      <output className={styles.bannerPlace}>
        {!isEditing && lock && mode === 'reading' && (
          <span className={styles.banner}>
            <IconPencil aria-hidden size={16} />
            <span>{lock.by.id === user.id ? t('editingElsewhere') : t('isEditing', { user: lock.by.name })}</span>
          </span>
        )}
      </output>
      {isEditing && trouble && (
        <div className={styles.trouble} role="alert">
          <IconAlertTriangle aria-hidden size={16} />
          <span>{t(trouble)}</span>
          <Button size="compact-xs" variant="default" onClick={() => void control.save()}>
            {t('saveNow')}
          </Button>
        </div>
      )}
    </>
  )
}
