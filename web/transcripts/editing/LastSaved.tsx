import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatTimeOfDay } from '../../platform/dates.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from '../FilePage.module.css'
import { useOpenFile } from '../open-file.ts'
import type { ToolbarWidth } from '../layout-widths.ts'
import { useEditState } from './use-editing.ts'
import { useUnsaved } from './use-page-lifecycle.ts'

/** 'Final save': the last editor, and the date at wide widths (EDIT-14). In edit mode: the state of saving. */
export function LastSaved({ room }: { room: ToolbarWidth }) {
  const { t } = useTranslation('transcripts')
  const { session, control } = useOpenFile()
  const { mode, saving, lastEdit, draftSavedAt } = useEditState(control)
  const isUnsaved = useUnsaved(session)
  const { by, at } = lastEdit
  const date = at && formatDateTime(at)
  const isWide = room === 'wide'
  // The last save before this edit mode. Any later save is from this edit mode, because only the holder of the lock can
  // save.
  const [before, setBefore] = useState(at)
  if (mode === 'reading' && at !== before) setBefore(at)
  const saved = at && at !== before ? t('saved', { time: formatTimeOfDay(at) }) : ''
  const unsaved = draftSavedAt ? t('draftSaved', { time: formatTimeOfDay(draftSavedAt) }) : t('unsaved')
  // On a phone the state is a line of its own, and must not be empty.
  const unchanged = room === 'icon' ? t('unchanged') : ''
  const changed = isUnsaved ? unsaved : saved || unchanged
  const state = mode === 'reading' ? '' : saving === 'saving' ? t('saving') : changed
  return (
    <>
      {mode === 'editing' && (
        <output className={styles.saveState} data-room={room}>
          {state}
        </output>
      )}
      {by && date && mode === 'reading' && (
        <span className={styles.lastSaved} title={`${t('finalSave')}: ${by.name} ${date}`}>
          {isWide && <span aria-hidden>{t('finalSave')}</span>}
          <PersonAvatar person={by} size={24} />
          {isWide && <span aria-hidden>{date}</span>}
          <VisuallyHidden>{`${t('finalSave')}: ${by.name} ${date}`}</VisuallyHidden>
        </span>
      )}
    </>
  )
}
