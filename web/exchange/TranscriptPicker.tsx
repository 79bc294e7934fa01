import { IMPORT_FORMATS } from '@kaiwa/contract/exchange-formats.ts'
import { Button, FileButton, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsTouched } from '../ui/use-is-touched.ts'
import styles from './ImportDialog.module.css'

const ACCEPT = IMPORT_FORMATS.map((format) => `.${format}`).join(',')

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files')
}

interface Props {
  chosen: File | null
  onChoose: (file: File) => void
}

/** Area to choose or drop a file. */
export function TranscriptPicker({ chosen, onChoose }: Props) {
  const { t } = useTranslation('exchange')
  const isTouched = useIsTouched()
  const [isOver, setIsOver] = useState(false)
  const handleDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onChoose(file)
  }
  return (
    <div
      className={styles.picker}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      {chosen && <strong className={styles.name}>{chosen.name}</strong>}
      <FileButton accept={ACCEPT} onChange={(file) => file && onChoose(file)}>
        {(props) => (
          <Button {...props} variant="light" size="xs" leftSection={<IconFileImport size={16} aria-hidden />}>
            {chosen ? t('chooseOther') : t('choose')}
          </Button>
        )}
      </FileButton>
      {!isTouched && (
        <Text size="xs" c="dimmed">
          {t('dropHere')}
        </Text>
      )}
    </div>
  )
}
