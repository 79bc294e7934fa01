import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useTree } from '../platform/tree-query.ts'
import { placeOfFilter, readFilter, subfoldersOf, writeFilter } from './folder-tabs.ts'
import type { FolderPlace } from './folder-tabs.ts'

/** Maximum number of options rendered; typing filters them. */
const MOST = 100

/** The folders that a tab covers, from the filter in the URL. */
export const useFolderPlace = (projectId: number): FolderPlace => {
  const [search] = useSearchParams()
  return placeOfFilter(projectId, readFilter(search))
}

/** Selects the folders whose files count (SPK-30). Hidden when the folder has no subfolders. */
export const FolderFilter = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('workspace')
  const { all_items: items } = useTree()
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
