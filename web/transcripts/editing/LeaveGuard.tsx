import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guardLeaving } from '../../platform/leave-guard.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useOpenFile } from '../open-file.ts'
import { useEditState } from './use-editing.ts'
import { useUnsaved } from './use-page-life.ts'

const ConfirmDialog = lazyPart(async () => (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog)

/**
 * Asks before a page with unsaved changes is left (FILE-16). If a running save stores everything first, the page is left
 * without an answer. After leaving, unsaved changes are offered as a draft.
 */
export const LeaveGuard = () => {
  const { t } = useTranslation('transcripts')
  const { session, control } = useOpenFile()
  const { mode } = useEditState(control)
  const isUnsaved = useUnsaved(session)
  const [go, setGo] = useState<(() => void) | null>(null)
  const stop = useRef(() => {})
  useEffect(() => {
    if (!isUnsaved) return undefined
    stop.current = guardLeaving((leave) => setGo(() => leave))
    return () => {
      stop.current()
      setGo(null)
    }
  }, [isUnsaved])
  const isSaved = mode === 'editing' && !isUnsaved
  useEffect(() => {
    if (isSaved) go?.()
  }, [go, isSaved])
  if (!go || isSaved) return null
  const handleConfirm = () => {
    stop.current()
    setGo(null)
    go()
  }
  return (
    <ConfirmDialog
      opened
      title={t('leaveTitle')}
      text={t('leaveText')}
      confirmLabel={t('leaveConfirm')}
      onConfirm={handleConfirm}
      onClose={() => setGo(null)}
    />
  )
}
