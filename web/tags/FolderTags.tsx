import type { Project } from '@kaiwa/contract/workspace.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import folderStyles from '../tree/Folder.module.css'
import { FolderFilter, useScopedFolder } from '../tree/FolderFilter.tsx'
import { useFolderFigures } from '../tree/use-folder-figures.ts'
import { FolderPassages } from './FolderPassages.tsx'
import { folderUsagesQuery, refreshFolderFigures, useTagEvents } from './queries.ts'
import { TagsOverview } from './TagsOverview.tsx'

/** The tag whose passages are shown, in the URL, so that a link leads to them. */
function useOpenedTag() {
  const [search, setSearch] = useSearchParams()
  const open = (tagId: number | null) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (tagId === null) next.delete('tag')
        else next.set('tag', String(tagId))
        return next
      },
      { replace: true },
    )
  return [Number(search.get('tag')) || null, open] as const
}

/** The Tags tab of a folder (TAG-03, TAG-04): usage of tags in its files, their passages, and the tags themselves. */
export function FolderTags({ project }: { project: Project }) {
  const { t } = useTranslation('tags')
  const client = useQueryClient()
  const [opened, open] = useOpenedTag()
  const scoped = useScopedFolder(project.id)
  const { data, error, refetch } = useQuery(folderUsagesQuery(scoped))
  useTagEvents(null)
  useFolderFigures(project.id, () => void refreshFolderFigures(client))
  const counts = useMemo(() => new Map(data?.map(({ tag_id, count }) => [tag_id, count])), [data])
  return (
    <>
      <div className={folderStyles.bar}>
        <FolderFilter projectId={project.id} />
      </div>
      <div className={folderStyles.content}>
        {data ? (
          <TagsOverview
            source={{ projectId: project.id }}
            counts={counts}
            canEdit={project.can.edit_tags}
            opened={opened}
            onOpen={open}
            texts={{
              about: t('folderUsageText'),
              none: t('folderNoneInUse'),
              used: (shown) => t('usedInFolder', { shown }),
            }}
          >
            {(tag, close) => (
              <FolderPassages scoped={scoped} tag={tag} count={counts.get(tag.id) ?? 0} onClose={close} />
            )}
          </TagsOverview>
        ) : error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </>
  )
}
