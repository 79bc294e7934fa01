import { IconFileExport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FileProps } from '../transcripts/file-page.ts'
import { CompactButton } from '../ui/CompactButton.tsx'

const ExportDialog = lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog, ['exchange'])

/** Opens the export of the transcript. */
export function ExportButton({ file }: FileProps) {
  const { t } = useTranslation('transcripts')
  const [isOpen, setIsOpen] = useState(false)
  if (!file.can.export) return null
  return (
    <>
      <CompactButton
        icon={<IconFileExport size={16} aria-hidden />}
        label={t('export')}
        title={t('exportTranscript')}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <ExportDialog file={file} onClose={() => setIsOpen(false)} />}
    </>
  )
}
