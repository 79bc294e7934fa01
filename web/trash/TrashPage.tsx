import type { TrashedItem } from '@kaiwa/contract/trash.ts'
import { Button, Title, VisuallyHidden } from '@mantine/core'
import { IconTrash, IconTrashX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Paginator } from '../ui/Paginator.tsx'
import { TreeFrame } from '../tree/TreeFrame.tsx'
import { trashQuery, useTrashChannel } from './queries.ts'
import styles from './Trash.module.css'
import { TrashRow } from './TrashRow.tsx'
import { useTrashChanges } from './use-trash-changes.ts'

const COLUMNS = ['name', 'kind', 'place', 'deleted_by', 'deleted_at', 'days_left', 'actions'] as const

function Trash({ treeButton }: { treeButton: ReactNode }) {
  const { t } = useTranslation('trash')
  const [search, setSearch] = useSearchParams()
  const wanted = Math.max(1, Math.floor(Number(search.get('page'))) || 1)
  const { data, error, refetch, isPlaceholderData } = useQuery(trashQuery(wanted))
  const [asking, setAsking] = useState<TrashedItem | 'empty' | null>(null)
  const close = (): void => setAsking(null)
  const { restore, deleteForever, empty } = useTrashChanges()
  useTrashChannel()
  const show = (page: number): void => setSearch(page === 1 ? {} : { page: String(page) })
  // The last row of the last page was removed, so the page before it is shown.
  const last = data && !isPlaceholderData && wanted > data.last_page ? data.last_page : null
  useEffect(() => {
    if (last !== null) setSearch(last === 1 ? {} : { page: String(last) }, { replace: true })
  }, [last, setSearch])
  return (
    <>
      <div className={styles.bar}>
        {treeButton}
        <Title order={1} size="h4">
          {t('title')}
        </Title>
        {data && data.data.length > 0 && (
          <Button
            variant="default"
            ml="auto"
            leftSection={<IconTrashX size={16} aria-hidden="true" />}
            onClick={() => setAsking('empty')}
          >
            {t('empty')}
          </Button>
        )}
      </div>
      {data && data.data.length > 0 && <p className={styles.hint}>{t('about')}</p>}
      <div className={styles.content} aria-busy={isPlaceholderData}>
        {data && data.data.length > 0 && (
          <table className={styles.table} aria-label={t('list')}>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" data-column={column}>
                    {column === 'actions' ? (
                      <VisuallyHidden>{t('columns.actions')}</VisuallyHidden>
                    ) : (
                      t(`columns.${column}`)
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.data.map((item) => (
                <TrashRow
                  key={item.item_id}
                  item={item}
                  isRestoring={restore.isPending && restore.variables.item_id === item.item_id}
                  onRestore={() => restore.mutate(item)}
                  onDelete={() => setAsking(item)}
                />
              ))}
            </tbody>
          </table>
        )}
        {data && data.data.length === 0 && (
          <EmptyState
            icon={<IconTrash size={40} aria-hidden="true" className={styles.icon} />}
            title={t('noneTitle')}
            text={t('noneText')}
          />
        )}
        {!data && (error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />)}
      </div>
      {data && <Paginator current={data.current_page} last={data.last_page} onChange={show} />}
      {asking === 'empty' && (
        <ConfirmDialog
          opened
          danger
          title={t('emptyTitle')}
          text={t('emptyText')}
          confirmLabel={t('empty')}
          isBusy={empty.isPending}
          onConfirm={() => empty.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
      {asking !== null && asking !== 'empty' && (
        <ConfirmDialog
          opened
          danger
          title={t('deleteTitle')}
          text={t(asking.is_project ? 'deleteFolderText' : 'deleteFileText', { name: asking.name })}
          confirmLabel={t('deleteForever')}
          isBusy={deleteForever.isPending}
          onConfirm={() => deleteForever.mutate(asking, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  )
}

/** /trash: deleted items, for users with permission. */
function TrashPage() {
  const { t } = useTranslation('trash')
  const common = useTranslation().t
  return (
    <TreeFrame currentId={null}>
      {(treeButton) => (
        <>
          <title>{`${t('title')} – ${common('appName')}`}</title>
          <Trash treeButton={treeButton} />
        </>
      )}
    </TreeFrame>
  )
}

export default TrashPage
