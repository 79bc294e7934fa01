import type { Tag } from '@kaiwa/contract/tags.ts'
import { CloseButton, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Sidebar } from '../transcripts/Sidebar.tsx'
import { useOpenFile } from '../transcripts/open-file.ts'
import { findTags } from './tag-search.ts'
import { useTags } from './queries.ts'
import { Swatch } from './Swatch.tsx'
import { TagDialog } from './TagDialog.tsx'
import { TagMenu } from './TagMenu.tsx'
import styles from './TagSidebar.module.css'
import { shownCount, usedTags } from './tag-usage.ts'
import { useTagCounts } from './use-tagged-document.ts'

interface Props {
  onShow: (uuid: string) => void
  onClose: () => void
}

/** Initial width in pixels; the minimum in a small window is lower. */
const WIDTH = 320

/** The tags used in a file (TAG-07…11): the name opens the passages, a menu renames, colours and deletes. */
export function TagSidebar({ onShow, onClose }: Props) {
  const { t } = useTranslation('tags')
  const { file, session } = useOpenFile()
  const { data: tags } = useTags()
  const counts = useTagCounts(session)
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<number | null>(null)
  const used = useMemo(() => usedTags(tags ?? [], counts), [tags, counts])
  const found = new Set(
    findTags(
      used.map(({ tag }) => tag),
      typed,
    ),
  )
  const shown = used.filter(({ tag }) => found.has(tag))
  const openedTag: Tag | undefined = tags?.find(({ id }) => id === opened)
  return (
    <Sidebar side="right" title={t('inUse')} storageKey="kaiwa.tags-width" initial={WIDTH} onClose={onClose}>
      <TextInput
        type="search"
        size="xs"
        className={styles.search}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        rightSection={
          typed !== '' && <CloseButton size="xs" aria-label={t('clearSearch')} onClick={() => setTyped('')} />
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {tags && used.length === 0 && <p className={styles.empty}>{t(file.can.edit ? 'howToTag' : 'noneInUse')}</p>}
      {used.length > 0 && shown.length === 0 && <p className={styles.empty}>{t('noMatch')}</p>}
      <ul className={styles.list}>
        {shown.map(({ tag, count }) => (
          <li key={tag.id} className={styles.row}>
            <UnstyledButton className={styles.tag} title={tag.name} onClick={() => setOpened(tag.id)}>
              <Swatch colour={tag.appearance} />
              <span className={styles.name}>{tag.name}</span>
              <span className={styles.count}>{shownCount(count)}</span>
              <VisuallyHidden>{t('openTag')}</VisuallyHidden>
            </UnstyledButton>
            {file.can.edit && tag.can.edit && <TagMenu source={{ fileId: file.id }} tag={tag} />}
          </li>
        ))}
      </ul>
      {openedTag && <TagDialog tag={openedTag} onShow={onShow} onClose={() => setOpened(null)} />}
    </Sidebar>
  )
}
