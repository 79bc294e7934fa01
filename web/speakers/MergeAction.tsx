import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../platform/toasts.ts'
import { useIsLocked } from '../transcripts/use-is-locked.ts'
import { MergeSpeakers } from './MergeSpeakers.tsx'

interface Props {
  targetId: number
  onMerged: (mergedId: number) => void
  onClose: () => void
}

/** Opens the merge dialog, or shows why merging is not possible (EDIT-44). */
export function MergeAction(props: Props) {
  const { t } = useTranslation('speakers')
  const isLocked = useIsLocked()
  const { onClose } = props
  useEffect(() => {
    if (!isLocked) return
    toast.error(t('mergeLocked'))
    onClose()
  }, [isLocked, t, onClose])
  return isLocked ? null : <MergeSpeakers {...props} />
}
