// Registers the parts of this domain on the file page.
import { loadTexts } from '../platform/i18n.ts'
import type { MenuEntry, SelectionActionProps, SelectionEntry } from '../transcripts/file-page.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileDetail } from '../transcripts/queries.ts'
import { ExportButton } from './ExportButton.tsx'
import { ImportDialog } from './import-dialog.ts'

export const exportButton = { id: 'export', order: 10, Action: ExportButton }

export const importEntry: MenuEntry = {
  id: 'import',
  order: 20,
  isAvailable: ({ can }) => can.import,
  load: async () => (await import('./menu-items.ts')).importItem,
}

export const clipEntry: SelectionEntry<SelectionActionProps> = {
  id: 'clip',
  order: 30,
  isAvailable: ({ can }) => can.clip,
  load: async () => {
    const [{ ClipAction }] = await Promise.all([import('./ClipAction.tsx'), loadTexts(['exchange'])])
    return ClipAction
  },
}

/** Offers to import an existing transcript after a failed transcription. */
function ImportOffer({ file }: { file: FileDetail }) {
  const { t } = useTranslation('transcripts')
  const [isShown, setIsShown] = useState(false)
  if (!file.can.import) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsShown(true)}>
        {t('importTranscript')}
      </Button>
      {isShown && <ImportDialog file={file} onClose={() => setIsShown(false)} />}
    </>
  )
}

/** After a failed transcription, an existing transcript can be imported. */
export const importOffer = { id: 'import', order: 10, Action: ImportOffer }
