import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSignedIn } from '../platform/session.ts'
import { placeOfFilter, readFilter, subfoldersOf, writeFilter } from './folder-tabs.ts'
import type { FolderPlace } from './folder-tabs.ts'

/** Choices that are drawn at once; typing narrows them. */
const MOST = 100

/** What a folder's tab is about, by the filter in the address. */
export const useFolderPlace = (projectId: number): FolderPlace => {
  const [search] = useSearchParams()
  return placeOfFilter(projectId, readFilter(search))
}

/** Chooses whose files count (SPK-30). A folder without folders in it has nothing to choose. */
export const FolderFilter = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('workspace')
  const { all_items: items } = useSignedIn()
  const [search, setSearch] = useSearchParams()
  const folders = useMemo(() => subfoldersOf(items, projectId), [items, projectId])
  const filter = readFilter(search)
  if (folders.length === 0 && filter === 'folder') return null
  return (
    <Select
      aria-label={t('folderFilter')}
      w="min(18rem, 100%)"
      allowDeselect={false}
      searchable={folders.length > 10}
      limit={MOST}
      nothingFoundMessage={t('noSuchFolder')}
      comboboxProps={{ shadow: 'md' }}
      value={String(filter)}
      data={[
        { value: 'folder', label: t('thisFolder') },
        { value: 'below', label: t('withSubfolders') },
        ...folders.map(({ projectId: id, way }) => ({ value: String(id), label: way.join(' / ') })),
      ]}
      onChange={(value) =>
        setSearch((current) => writeFilter(current, value === 'folder' || value === 'below' ? value : Number(value)))
      }
    />
  )
}
