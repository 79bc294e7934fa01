import { IconScissors } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SelectionActionProps } from '../transcripts/file-page.ts'
import { SelectionButton } from '../transcripts/selection/SelectionButton.tsx'
import { ClipDialog } from './ClipDialog.tsx'

/** Exports the recording of the selected text. */
export function ClipAction({ onOpen }: SelectionActionProps) {
  const { t } = useTranslation('exchange')
  return (
    <SelectionButton label={t('clip')} title={t('clipLong')} Icon={IconScissors} onPress={() => onOpen(ClipDialog)} />
  )
}
