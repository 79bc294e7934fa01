import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useTagCategories, useTags } from './queries.ts'
import { TagBoard } from './TagBoard.tsx'
import { TagDialog } from './TagDialog.tsx'
import styles from './TagsPanel.module.css'
import { UsageChart } from './UsageChart.tsx'
import { usedTags } from './usage.ts'
import { useTagCounts } from './use-document.ts'

interface Props {
  /** Shows a block of the transcript. */
  onShow: (uuid: string) => void
}

/** The Tags tab of a file (TAG-05): what is used how often, and all tags of the workspace. */
export const TagsPanel = ({ onShow }: Props) => {
  const { t } = useTranslation('tags')
  const { file, session } = useOpenFile()
  const tags = useTags()
  const categories = useTagCategories()
  const counts = useTagCounts(session)
  const [opened, setOpened] = useState<number | null>(null)
  const used = useMemo(() => usedTags(tags.data ?? [], counts), [tags.data, counts])
  const error = tags.error ?? categories.error
  // What is known stays on the page when it cannot be asked for again.
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
        <p className={styles.about}>{t('usageText')}</p>
        {used.length === 0 ? (
          <p className={styles.about}>{t(file.can.edit ? 'howToTag' : 'noneInUse')}</p>
        ) : (
          <UsageChart used={used} categories={categories.data} onOpen={setOpened} />
        )}
      </section>
      <section className={styles.part} aria-labelledby="tag-board">
        <h2 id="tag-board" className={styles.title}>
          {t('all')}
        </h2>
        <p className={styles.about}>{t('allText')}</p>
        <TagBoard
          fileId={file.id}
          tags={tags.data}
          categories={categories.data}
          counts={counts}
          canEdit={file.can.edit}
        />
      </section>
      {openedTag && <TagDialog tag={openedTag} onShow={onShow} onClose={() => setOpened(null)} />}
    </div>
  )
}
