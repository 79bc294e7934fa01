import { IconCopy, IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pageUrl } from '../../platform/page-address.ts'
import { toast } from '../../platform/toasts.ts'
import type { SelectionActionProps } from '../file-page.ts'
import { useOpenFile } from '../open-file.ts'
import { useSpeakerNames } from '../speaker-names.ts'
import { SelectionButton } from './SelectionButton.tsx'
import { momentUrl, type SelectedPassage, selectedPassage, writePassage } from './selected-passage.ts'

function useCopy({ selected, onClose }: SelectionActionProps, message: 'copied' | 'linkCopied') {
  const { t } = useTranslation('selection')
  const { session } = useOpenFile()
  return async (write: (passage: SelectedPassage) => string) => {
    const passage = selectedPassage(session.getState().document, selected.ranges)
    if (!passage) return onClose()
    try {
      await navigator.clipboard.writeText(write(passage))
      toast.success(t(message))
      onClose()
    } catch {
      // Insecure pages and a denied permission.
      toast.error(t('notCopied'))
    }
  }
}

/** Copies the selected text with speakers and times. */
export function CopyPassage(props: SelectionActionProps) {
  const { t } = useTranslation('selection')
  const { t: transcripts } = useTranslation('transcripts')
  const names = useSpeakerNames()
  const copy = useCopy(props, 'copied')
  const nameOf = (id: number | null) => (id === null ? undefined : names.get(id)?.name) ?? transcripts('unknownSpeaker')
  return (
    <SelectionButton
      label={t('copy')}
      title={t('copyLong')}
      Icon={IconCopy}
      onPress={() => void copy((passage) => writePassage(passage, nameOf))}
    />
  )
}

/** Copies a link that opens the file at the start of the selected text. */
export function CopyLink(props: SelectionActionProps) {
  const { t } = useTranslation('selection')
  const copy = useCopy(props, 'linkCopied')
  return (
    <SelectionButton
      label={t('link')}
      title={t('linkLong')}
      Icon={IconLink}
      onPress={() => void copy((passage) => momentUrl(pageUrl(), passage.start_time))}
    />
  )
}
