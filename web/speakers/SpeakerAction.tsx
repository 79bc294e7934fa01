import type { BlockAction } from '@kaiwa/editor'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../platform/toasts.ts'
import { useIsLocked } from '../transcripts/use-is-locked.ts'
import { SpeakerPopover } from './SpeakerPopover.tsx'

interface Props {
  action: BlockAction
  onClose: () => void
}

/** Opens the popover of a speaker header, or shows why the speaker cannot be changed (EDIT-43). */
export function SpeakerAction({ action: { uuid, anchor, mode = 'individual' }, onClose }: Props) {
  const { t } = useTranslation('speakers')
  const isLocked = useIsLocked()
  useEffect(() => {
    if (!isLocked) return
    toast.error(t('changeLocked'))
    onClose()
  }, [isLocked, t, onClose])
  return isLocked ? null : <SpeakerPopover key={uuid} uuid={uuid} anchor={anchor} mode={mode} onClose={onClose} />
}
