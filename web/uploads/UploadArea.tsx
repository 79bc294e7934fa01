import { Button, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { usageQuery } from '../billing/queries.ts'
import { FilePicker } from './FilePicker.tsx'
import { type FolderChoice, UploadDialog } from './UploadDialog.tsx'
import { prepareDurations } from './candidate.ts'
import styles from './UploadArea.module.css'
import { useFileDrop } from './use-file-drop.ts'

interface ButtonProps {
  variant?: 'filled' | 'light'
}

interface Props {
  /** The id of the folder, or the choice of one in the dialog. */
  folder: number | FolderChoice
  /** Whether the reader may upload here at all (UP-18). */
  canUpload: boolean
  /** Takes dropped files in place of this area, for example also those on a table below it. */
  surface?: HTMLElement | null
  /** Renders the folder with the upload button, which is nothing for users who may not upload. */
  children: (uploadButton: (props?: ButtonProps) => ReactNode) => ReactNode
}

/** Accepts files by drag and drop onto a folder, and provides the upload button. */
export function UploadArea({ folder, canUpload, surface = null, children }: Props) {
  const { t } = useTranslation('uploads')
  const { data: usage } = useQuery(usageQuery)
  const [chosen, setChosen] = useState<readonly File[] | null>(null)
  const [own, setOwn] = useState<HTMLElement | null>(null)
  const hasStorage = usage?.flags.upload ?? true
  const hasMinutes = usage?.flags.analyze ?? true
  const isOpen = canUpload && hasStorage
  const Icon = hasStorage && hasMinutes ? IconUpload : IconAlertTriangle

  const choose = (files: readonly File[]): void => {
    prepareDurations()
    setChosen(files)
  }

  const target = surface ?? own
  const isOver = useFileDrop(target, isOpen, choose)

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
    <div className={styles.area} ref={setOwn}>
      {children(uploadButton)}
      {isOver && target && createPortal(<div className={styles.over}>{t('dropHere')}</div>, target)}
      {chosen && <UploadDialog folder={folder} files={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}
