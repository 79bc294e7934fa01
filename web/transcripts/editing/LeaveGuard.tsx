import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guardLeaving } from '../../platform/leave-guard.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useOpenFile } from '../open-file.ts'
import { useEditState } from './use-editing.ts'
import { useUnsaved } from './use-page-lifecycle.ts'

const ConfirmDialog = lazyPart(async () => (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog)

/**
 * Asks before a page with unsaved changes is left (FILE-16). If a running save stores everything first, the page is left
 * without an answer. After leaving, unsaved changes are offered as a draft.
 */
export function LeaveGuard() {
  const { t } = useTranslation('transcripts')
  const { session, control } = useOpenFile()
  const { mode } = useEditState(control)
  const isUnsaved = useUnsaved(session)
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const removeGuard = useRef(() => {})
  useEffect(() => {
    if (!isUnsaved) return undefined
    removeGuard.current = guardLeaving((next) => setLeave(() => next))
    return () => {
      removeGuard.current()
      setLeave(null)
    }
  }, [isUnsaved])
  const isSaved = mode === 'editing' && !isUnsaved
  useEffect(() => {
    if (isSaved) leave?.()
  }, [leave, isSaved])
  if (!leave || isSaved) return null
  const handleConfirm = () => {
    removeGuard.current()
    setLeave(null)
    leave()
  }
  return (
    <ConfirmDialog
      opened
      title={t('leaveTitle')}
      text={t('leaveText')}
      confirmLabel={t('leaveConfirm')}
      onConfirm={handleConfirm}
      onClose={() => setLeave(null)}
    />
  )
}
