import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileDetail } from '../transcripts/queries.ts'
import { ImportDialog } from './import-dialog.ts'

/** Offers to import an existing transcript after a failed transcription. */
export const ImportOffer = ({ file }: { file: FileDetail }) => {
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
