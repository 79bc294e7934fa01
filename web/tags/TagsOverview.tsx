import type { Tag } from '@kaiwa/contract/tags.ts'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useTagCategories, useTags } from './queries.ts'
import type { TagSource } from './use-tag-changes.ts'
import { TagBoard } from './TagBoard.tsx'
import styles from './TagsPanel.module.css'
import { UsageChart } from './UsageChart.tsx'
import { usedTags } from './tag-usage.ts'
import type { TagCounts } from './tag-usage.ts'

interface Props {
  /** The file or folder in which tags are created and changed. */
  source: TagSource
  counts: TagCounts
  canEdit: boolean
  /** The tag whose passages are shown. */
  opened: number | null
  onOpen: (tagId: number | null) => void
  /** Texts for the subject of the counts, for the empty state, and for a number of uses as it is shown. */
  texts: { about: string; none: string; used: (shown: string) => string }
  /** Renders the passages of the opened tag. */
  children: (opened: Tag, close: () => void) => ReactNode
}

/** Tag usage, and all tags of the workspace. */
export function TagsOverview({ source, counts, canEdit, opened, onOpen, texts, children }: Props) {
  const { t } = useTranslation('tags')
  const tags = useTags()
  const categories = useTagCategories()
  const used = useMemo(() => usedTags(tags.data ?? [], counts), [tags.data, counts])
  const error = tags.error ?? categories.error
  // Cached data stays visible when a reload fails.
  if (!tags.data || !categories.data)
    return error ? (
      <FailedState
        error={error}
        onRetry={() => {
          void tags.refetch()
          void categories.refetch()
        }}
      />
    ) : (
      <Loading />
    )
  const openedTag = tags.data.find(({ id }) => id === opened)
  return (
    <div className={styles.panel}>
      <section className={styles.part} aria-labelledby="tag-usage">
        <h2 id="tag-usage" className={styles.title}>
          {t('usage')}
        </h2>
        <p className={styles.about}>{texts.about}</p>
        {used.length === 0 ? (
          <p className={styles.about}>{texts.none}</p>
        ) : (
          <UsageChart used={used} categories={categories.data} onOpen={onOpen} />
        )}
      </section>
      <section className={styles.part} aria-labelledby="tag-board">
        <h2 id="tag-board" className={styles.title}>
          {t('all')}
        </h2>
        <p className={styles.about}>{t('allText')}</p>
        <TagBoard
          source={source}
          tags={tags.data}
          categories={categories.data}
          counts={counts}
          usedText={texts.used}
          canEdit={canEdit}
        />
      </section>
      {openedTag && children(openedTag, () => onOpen(null))}
    </div>
  )
}
