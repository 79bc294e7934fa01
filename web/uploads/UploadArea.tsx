import { Button, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usageQuery } from '../billing/queries.ts'
import { FilePicker, type FolderChoice, UploadDialog } from './UploadDialog.tsx'
import { prepareDurations } from './candidate.ts'
import styles from './UploadArea.module.css'

interface ButtonProps {
  variant?: 'filled' | 'light'
}

interface Props {
  /** The id of the folder, or the choice of one in the dialog. */
  folder: number | FolderChoice
  /** Whether the reader may upload here at all (UP-18). */
  canUpload: boolean
  /** Renders the folder with the upload button, which is nothing for users who may not upload. */
  children: (uploadButton: (props?: ButtonProps) => ReactNode) => ReactNode
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files')
}

/** Accepts files by drag and drop onto a folder, and provides the upload button. */
export function UploadArea({ folder, canUpload, children }: Props) {
  const { t } = useTranslation('uploads')
  const { data: usage } = useQuery(usageQuery)
  const [chosen, setChosen] = useState<readonly File[] | null>(null)
  const [isOver, setIsOver] = useState(false)
  const depth = useRef(0)
  const hasStorage = usage?.flags.upload ?? true
  const hasMinutes = usage?.flags.analyze ?? true
  const isOpen = canUpload && hasStorage
  const Icon = hasStorage && hasMinutes ? IconUpload : IconAlertTriangle

  const choose = (files: readonly File[]): void => {
    prepareDurations()
    setChosen(files)
  }

  const handleDrop = (event: DragEvent): void => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth.current = 0
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (isOpen && files.length > 0) choose(files)
  }

  const uploadButton = ({ variant = 'filled' }: ButtonProps = {}): ReactNode =>
    canUpload && (
      <FilePicker onFiles={choose}>
        {(open) => (
          <Tooltip
            label={hasStorage ? t('noMinutes') : t('noStorage')}
            disabled={hasStorage && hasMinutes}
            events={{ hover: true, focus: true, touch: true }}
            multiline
            maw={280}
          >
            {/* Not `disabled`: the button must stay focusable to show the reason in its tooltip. */}
            <Button
              variant={variant}
              leftSection={<Icon size={16} aria-hidden="true" />}
              aria-disabled={!hasStorage}
              data-disabled={!hasStorage || undefined}
              onClick={(event) => {
                event.preventDefault()
                if (hasStorage) open()
              }}
            >
              {t('upload')}
            </Button>
          </Tooltip>
        )}
      </FilePicker>
    )

  return (
    <div
      className={styles.area}
      onDragEnter={(event) => {
        if (!isOpen || !hasFiles(event)) return
        depth.current += 1
        setIsOver(true)
      }}
      onDragLeave={() => {
        depth.current = Math.max(0, depth.current - 1)
        if (depth.current === 0) setIsOver(false)
      }}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault()
      }}
      onDrop={handleDrop}
    >
      {children(uploadButton)}
      {isOver && <div className={styles.over}>{t('dropHere')}</div>}
      {chosen && <UploadDialog folder={folder} files={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}
