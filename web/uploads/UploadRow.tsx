import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../platform/dates.ts'
import { errorText } from '../platform/error-text.ts'
import { useOnline } from '../platform/online.ts'
import { formatSize, toMb } from '../platform/format-size.ts'
import { toast } from '../platform/toasts.ts'
import { CancelUploadDialog } from './CancelUploadDialog.tsx'
import { MoveButtons, type QueuePlace } from './MoveButtons.tsx'
import { resumeUpload, retryUpload } from './start-uploads.ts'
import { secondsLeft, speedOf } from './transfer.ts'
import { isRunning, percentOf, type Upload } from './upload-store.ts'
import styles from './UploadPanel.module.css'

const PHASE_TEXT = {
  queued: 'queued',
  interrupted: 'interrupted',
  finishing: 'finishing',
  finished: 'finishedFile',
  cancelled: 'cancelledFile',
  failed: 'failedFile',
} as const

function About({ upload }: { upload: Upload }) {
  const { t } = useTranslation('uploads')
  const { phase, sent, size } = upload
  const speed = speedOf(upload)
  const left = secondsLeft(upload)
  return (
    <div className={styles.about} data-phase={phase}>
      {phase === 'sending' ? (
        <>
          <span>{percentOf(upload)}%</span>
          <span>{t('sent', { sent: formatSize(toMb(sent)), size: formatSize(toMb(size)) })}</span>
          {speed !== null && <span>{t('speed', { speed: formatSize(toMb(speed)) })}</span>}
          {left !== null && <span>{t('left', { time: formatClock(left) })}</span>}
        </>
      ) : (
        <span>{t(PHASE_TEXT[phase])}</span>
      )}
    </div>
  )
}

interface Drag {
  isOver: boolean
  onStart: () => void
  onOver: () => void
  onDrop: () => void
  onEnd: () => void
}

/** Props of a row that is dragged, and onto which others are dropped. */
function draggable(name: string, { onStart, onOver, onDrop, onEnd }: Drag) {
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move'
      dataTransfer.setData('text/plain', name)
      onStart()
    },
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      onOver()
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      onDrop()
      onEnd()
    },
    onDragEnd: onEnd,
  }
}

interface Props {
  upload: Upload
  /** Null unless it waits together with others. */
  place: QueuePlace | null
  drag: Drag
}

/** One upload: progress, speed and remaining time, with buttons to move, to cancel and to resume. */
export function UploadRow({ upload, place, drag }: Props) {
  const { t } = useTranslation('uploads')
  const isOnline = useOnline()
  const [isAsking, setIsAsking] = useState(false)
  const { uploadId, projectId, name, phase } = upload
  const [isBusy, setIsBusy] = useState(false)
  const isFailed = phase === 'failed'
  const handleResume = async () => {
    if (!isOnline || isBusy) return
    setIsBusy(true)
    try {
      await (isFailed ? retryUpload(projectId, uploadId) : resumeUpload(projectId, uploadId, null))
    } catch (error) {
      toast.error(errorText(error))
    }
    setIsBusy(false)
  }
  return (
    <li
      className={styles.row}
      data-over={(place !== null && drag.isOver) || undefined}
      {...(place === null ? {} : draggable(name, drag))}
    >
      <div className={styles.name} title={name}>
        {name}
      </div>
      <span className={styles.buttons}>
        {place && <MoveButtons uploadId={uploadId} name={name} place={place} />}
        {isRunning(upload) && phase !== 'finishing' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('cancelOf', { name })}
            title={t('cancel')}
            onClick={() => setIsAsking(true)}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </span>
      <About upload={upload} />
      {(phase === 'interrupted' || isFailed) && (
        <Tooltip
          label={t('offline')}
          disabled={isOnline}
          multiline
          maw={260}
          events={{ hover: true, focus: true, touch: true }}
        >
          <Button
            size="compact-sm"
            variant="light"
            loading={isBusy}
            aria-disabled={!isOnline}
            aria-label={t(isFailed ? 'retryOf' : 'resumeOf', { name })}
            onClick={() => void handleResume()}
          >
            {t(isFailed ? 'retry' : 'resume')}
          </Button>
        </Tooltip>
      )}
      {isRunning(upload) && (
        <Progress
          className={styles.bar ?? ''}
          size="sm"
          value={percentOf(upload)}
          aria-label={t('progressOf', { name })}
        />
      )}
      {isAsking && <CancelUploadDialog uploadId={uploadId} name={name} onClose={() => setIsAsking(false)} />}
    </li>
  )
}
