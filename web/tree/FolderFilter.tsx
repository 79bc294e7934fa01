import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useTree } from '../platform/tree-query.ts'
import { useUrlParameters } from '../platform/use-url-parameters.ts'
import { scopedFolderOf, readFilter, subfoldersOf, writeFilter } from './folder-filter.ts'
import type { ScopedFolder } from './folder-filter.ts'

/** Maximum number of options rendered; typing filters them. */
const MAX_OPTIONS = 100

/** The folders that a tab covers, from the filter in the URL. */
export function useScopedFolder(projectId: number): ScopedFolder {
  const [search] = useSearchParams()
  return scopedFolderOf(projectId, readFilter(search))
}

/** Selects the folders whose files count (SPK-30). Hidden when the folder has no subfolders. */
export function FolderFilter({ projectId }: { projectId: number }) {
  const { t } = useTranslation('workspace')
  const { all_items: items } = useTree()
  const [search, setSearch] = useUrlParameters()
  const folders = useMemo(() => subfoldersOf(items, projectId), [items, projectId])
  const filter = readFilter(search)
  if (folders.length === 0 && filter === 'folder') return null
  return (
    <Select
      aria-label={t('folderFilter')}
      w="min(18rem, 100%)"
      allowDeselect={false}
      searchable={folders.length > 10}
      limit={MAX_OPTIONS}
      nothingFoundMessage={t('noSuchFolder')}
      comboboxProps={{ shadow: 'md' }}
      value={String(filter)}
      data={[
        { value: 'folder', label: t('thisFolder') },
        { value: 'below', label: t('withSubfolders') },
        ...folders.map(({ projectId: id, path }) => ({ value: String(id), label: path.join(' / ') })),
      ]}
      onChange={(value) =>
        setSearch((current) => writeFilter(current, value === 'folder' || value === 'below' ? value : Number(value)))
      }
    />
  )
}
