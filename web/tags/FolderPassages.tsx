import type { Tag, TagPassage } from '@kaiwa/contract/tags.ts'
import { formatTime } from '@kaiwa/transcript'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Dialog } from '../ui/Dialog.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import { fileAddress } from '../files/file-address.ts'
import type { ScopedFolder } from '../tree/folder-filter.ts'
import { PassageText } from './PassageText.tsx'
import { folderPassagesQuery } from './queries.ts'
import styles from './TagDialog.module.css'

interface Props {
  scoped: ScopedFolder
  tag: Tag
  /** Total number of passages. */
  count: number
  onClose: () => void
}

/** The passages of a tag in a folder's files (TAG-04). Each opens its file at the passage and plays it. */
export function FolderPassages({ scoped, tag, count, onClose }: Props) {
  const { t } = useTranslation('tags')
  const list = useRef<HTMLOListElement>(null)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(folderPassagesQuery(scoped, tag.id))
  const passages = data?.pages.flatMap((page) => page.data) ?? []
  const handleMore = async () => {
    const { data: grown } = await fetchNextPage()
    // The button may disappear with the last page, so the focus moves to the first new passage.
    if (grown) list.current?.querySelectorAll<HTMLElement>('[data-play]')[passages.length]?.focus()
  }
  const row = (passage: TagPassage) => {
    const { project_file: file, block_uuid: uuid, tag_uuid, time: seconds, speaker } = passage
    const time = formatTime(seconds)
    return (
      <li key={`${uuid} ${tag_uuid}`} className={styles.row}>
        <div className={styles.facts}>
          <Button
            component={Link}
            to={fileAddress(file, { block: `${uuid}|${seconds}`, seconds })}
            className={styles.play}
            variant="subtle"
            size="compact-xs"
            leftSection={<IconPlayerPlayFilled size={12} aria-hidden="true" />}
            aria-label={t('playIn', { title: file.title, time })}
            data-play
          >
            {time}
          </Button>
          <span className={styles.file} title={file.title}>
            {file.title}
          </span>
          <SpeakerAvatar speaker={speaker} size={18} />
          <span className={styles.speaker}>{speaker?.name ?? t('unknownSpeaker')}</span>
        </div>
        <PassageText passage={passage} tag={tag} />
      </li>
    )
  }
  return (
    <Dialog opened size="lg" title={t('passages', { name: tag.name, count })} onClose={onClose}>
      {data && passages.length === 0 && <p>{t('noPassages')}</p>}
      <ol className={styles.list} ref={list}>
        {passages.map(row)}
      </ol>
      {!data && (error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />)}
      {hasNextPage && (
        <Button variant="default" fullWidth mt="sm" loading={isFetchingNextPage} onClick={() => void handleMore()}>
          {t('more', { count: Math.max(1, count - passages.length) })}
        </Button>
      )}
      {isFetchNextPageError && (
        <p className={styles.failed} role="alert">
          {t('moreFailed')}
        </p>
      )}
    </Dialog>
  )
}
