import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moveInQueue } from './send-file.ts'
import { areAllDone, clearEnded, isRunning, useUploads } from './upload-store.ts'
import styles from './UploadPanel.module.css'
import { UploadRow } from './UploadRow.tsx'

/** Milliseconds from the completion of the last upload to closing, and duration of the closing animation (UP-10). */
const CLOSES_AFTER_MS = 2_400
const CLOSING_MS = 200

/** The uploads of this tab, in a corner of every page. Closes automatically when all are complete. */
export function UploadPanel() {
  const { t } = useTranslation('uploads')
  const common = useTranslation().t
  const uploads = useUploads()
  const [isFolded, setIsFolded] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const waiting = uploads.filter(({ phase }) => phase === 'queued').map(({ uploadId }) => uploadId)
  const allDone = areAllDone(uploads)
  useEffect(() => {
    if (!allDone) return undefined
    const closing = setTimeout(() => setIsClosing(true), CLOSES_AFTER_MS)
    const closed = setTimeout(clearEnded, CLOSES_AFTER_MS + CLOSING_MS)
    return () => {
      clearTimeout(closing)
      clearTimeout(closed)
      setIsClosing(false)
    }
  }, [allDone])
  if (uploads.length === 0) return null
  const done = uploads.filter(({ phase }) => phase === 'finished').length
  const someRun = uploads.some(isRunning)
  const title = t(someRun ? 'panelTitle' : allDone ? 'panelDone' : 'panelUnfinished', { done, total: uploads.length })
  return (
    <section
      className={styles.panel}
      data-closing={isClosing}
      style={{ '--closing': `${CLOSING_MS}ms` }}
      aria-label={t('panel')}
    >
      <header className={styles.header}>
        <output>{title}</output>
        <span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-expanded={!isFolded}
            aria-label={t(isFolded ? 'show' : 'hide')}
            onClick={() => setIsFolded(!isFolded)}
          >
            {isFolded ? (
              <IconChevronUp size={16} aria-hidden="true" />
            ) : (
              <IconChevronDown size={16} aria-hidden="true" />
            )}
          </ActionIcon>
          {!someRun && (
            <ActionIcon variant="subtle" color="gray" aria-label={common('close')} onClick={clearEnded}>
              <IconX size={16} aria-hidden="true" />
            </ActionIcon>
          )}
        </span>
      </header>
      {!isFolded && (
        <ul className={styles.list}>
          {uploads.map((upload) => {
            const place = waiting.indexOf(upload.uploadId)
            return (
              <UploadRow
                key={upload.uploadId}
                upload={upload}
                place={place === -1 || waiting.length < 2 ? null : { index: place, last: waiting.length - 1 }}
                drag={{
                  isOver: over === upload.uploadId,
                  onStart: () => setDragged(upload.uploadId),
                  onOver: () => setOver(dragged === null || dragged === upload.uploadId ? null : upload.uploadId),
                  onDrop: () => dragged !== null && moveInQueue(dragged, place),
                  onEnd: () => {
                    setDragged(null)
                    setOver(null)
                  },
                }}
              />
            )
          })}
        </ul>
      )}
    </section>
  )
}
