import type { Block } from '@kaiwa/contract/transcripts.ts'
import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fileAddress } from '../../files/file-address.ts'
import { readListParameters } from '../../files/list-parameters.ts'
import { filesQuery, useFolderChannel } from '../../files/queries.ts'
import { formatClock } from '../../platform/dates.ts'
import { useFile, useFileEvents, useTranscript } from '../../transcripts/queries.ts'
import styles from './Recording.module.css'
import { useMissingEngine } from './EngineNotice.tsx'
import { useRemaining } from './Remaining.tsx'

/** The list of a folder as it is first shown: what is being recorded is among the newest. */
const NEWEST = readListParameters(new URLSearchParams())

/** Blocks that are shown: the file page has them all. */
const SHOWN = 40

function Spoken({ block }: { block: Block }) {
  return (
    <p className={styles.spoken}>
      <span className={styles.spokenAt}>{formatClock(block.start_time)}</span>
      {block.speaker && <span className={styles.spokenBy}>{block.speaker.name}</span>}
      {block.content}
    </p>
  )
}

/** Why there is no text yet, or why there will be none. */
function Nothing({ language }: Pick<Props, 'language'>) {
  const { t } = useTranslation('recording')
  const usage = useRemaining()
  const missing = useMissingEngine(language)
  return <Text c="dimmed">{missing ?? t(usage && !usage.flags.analyze ? 'liveOff' : 'liveEmpty')}</Text>
}

function Recognised({ projectId, fileId, language }: { projectId: number; fileId: number; language: string }) {
  const { t } = useTranslation('recording')
  useFileEvents(projectId, fileId, () => undefined)
  const { data: file } = useFile(projectId, fileId)
  const { data } = useTranscript(fileId, file)
  const end = useRef<HTMLDivElement>(null)
  const uuids = data?.transcript.block_order.slice(-SHOWN) ?? []
  const count = data?.transcript.block_order.length ?? 0
  // Follows the newest words.
  useEffect(() => {
    const list = count > 0 ? end.current?.parentElement : null
    list?.scrollTo({ top: list.scrollHeight })
  }, [count])
  if (count === 0) return <Nothing language={language} />
  return (
    <>
      {/* Focusable, so that it can be scrolled with keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.live} tabIndex={0} role="log" aria-live="off" aria-label={t('liveTitle')}>
        {uuids.map((uuid) => {
          const block = data?.blocks[uuid]
          return block && <Spoken key={uuid} block={block} />
        })}
        <div ref={end} />
      </div>
      <Anchor component={Link} to={fileAddress({ project_id: projectId, id: fileId })} size="sm">
        {t('openFile')}
      </Anchor>
    </>
  )
}

/** The file of this recording, found in its folder by the uuid of its upload; null before the server knows it. */
function useFileOfRecording(folderId: number, uuid: string): number | null {
  const { data } = useQuery(filesQuery(folderId, NEWEST))
  useFolderChannel(folderId)
  const found = data?.data.find((row) => !row.is_project && row.upload?.uuid === uuid)
  return found?.id ?? null
}

interface Props {
  folderId: number
  /** Of the recording, and of its upload. */
  uuid: string
  /** Spoken in it. */
  language: string
}

/** The words that have been recognised so far. */
export const LiveText = memo(({ folderId, uuid, language }: Props) => {
  const { t } = useTranslation('recording')
  const fileId = useFileOfRecording(folderId, uuid)
  return (
    <section className={styles.card} aria-label={t('liveTitle')}>
      <Title order={2} className={styles.partTitle ?? ''}>
        {t('liveTitle')}
      </Title>
      {fileId === null ? (
        <Nothing language={language} />
      ) : (
        <Recognised projectId={folderId} fileId={fileId} language={language} />
      )}
    </section>
  )
})
