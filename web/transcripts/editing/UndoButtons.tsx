import type { EditSessionState } from '@kaiwa/editor'
import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from '../FilePage.module.css'
import { useOpenFile, useSessionState } from '../open-file.ts'
import { keepFocus } from './EditingButtons.tsx'

function canUndo(state: EditSessionState): boolean {
  return state.canUndo
}

function canRedo(state: EditSessionState): boolean {
  return state.canRedo
}

/** Undo and redo buttons of edit mode (EDIT-10). */
export function UndoButtons() {
  const { t } = useTranslation('transcripts')
  const { session, control } = useOpenFile()
  const press = { variant: 'subtle', color: 'gray', size: 32, onMouseDown: keepFocus } as const
  return (
    <span className={styles.pair}>
      <ActionIcon
        {...press}
        aria-label={t('undo')}
        title={t('undo')}
        disabled={!useSessionState(session, canUndo)}
        onClick={() => control.edits.run(session.undo)}
      >
        <IconArrowBackUp aria-hidden size={18} />
      </ActionIcon>
      <ActionIcon
        {...press}
        aria-label={t('redo')}
        title={t('redo')}
        disabled={!useSessionState(session, canRedo)}
        onClick={() => control.edits.run(session.redo)}
      >
        <IconArrowForwardUp aria-hidden size={18} />
      </ActionIcon>
    </span>
  )
}
