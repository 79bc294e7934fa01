import { useEffect, useRef, useState } from 'react'
import { guardLeaving } from '../../platform/leave-guard.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useOpenFile } from '../open-file.ts'
import { useEditState } from './use-editing.ts'
import { useUnsaved } from './use-page-lifecycle.ts'

const LeaveDialog = lazyPart(async () => (await import('./LeaveDialog.tsx')).LeaveDialog, ['editing'])

/**
 * Asks before a page with unsaved changes is left (FILE-16). As soon as everything is saved, by an answer or by a save that
 * was running, the page is left. After leaving, unsaved changes are offered as a draft.
 */
export function LeaveGuard() {
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
  return <LeaveDialog onLeave={handleConfirm} onClose={() => setLeave(null)} />
}
