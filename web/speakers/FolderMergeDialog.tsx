import type { FolderSpeaker } from '@kaiwa/contract/speakers.ts'
import { Group, Input, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import type { ScopedFolder } from '../tree/folder-filter.ts'
import { SearchBox } from '../ui/SearchBox.tsx'
import { mergeable } from './merge-choice.ts'
import styles from './MergeDialog.module.css'
import { MergeForm } from './MergeForm.tsx'
import { folderSpeakersQuery, refreshFolderSpeakers } from './queries.ts'

interface Props {
  scoped: ScopedFolder
  /** The speaker that remains. */
  target: FolderSpeaker
  onClose: () => void
}

/** Merges a speaker into the target, in all files. */
export function FolderMergeDialog({ scoped: { projectId, scope }, target, onClose }: Props) {
  const { t } = useTranslation('speakers')
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const query = { scope, kind: 'manual' as const, ...(words === '' ? {} : { query: words }) }
  const { data, isPending } = useQuery(folderSpeakersQuery(projectId, query))
  const candidates = mergeable(data?.data ?? [], target.id)
  const hasMore = (data?.last_page ?? 1) > 1
  if (isPending) return null
  return (
    <MergeForm
      targetId={target.id}
      candidates={candidates}
      scope={{ project_id: target.project_id }}
      text={t('mergeAllText')}
      note={t('mergeAllGone')}
      none={t(words === '' ? 'noneToMerge' : 'noMatch')}
      refresh={() => refreshFolderSpeakers(client)}
      onMerged={onClose}
      onClose={onClose}
    >
      <Input.Wrapper label={t('target')} labelElement="div">
        <Group gap="xs" wrap="nowrap" mt={4}>
          <SpeakerAvatar speaker={target} size={28} />
          <span className={styles.name} title={target.name}>
            {target.name}
          </span>
        </Group>
      </Input.Wrapper>
      {(hasMore || words !== '') && (
        <div>
          <SearchBox label={t('searchMerged')} value={words} onSearch={setWords} />
          {hasMore && (
            <Text size="xs" c="dimmed" mt={4}>
              {t('moreToMerge', { count: candidates.length })}
            </Text>
          )}
        </div>
      )}
    </MergeForm>
  )
}
