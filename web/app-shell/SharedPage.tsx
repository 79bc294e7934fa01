import { Alert, Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { usageQuery } from '../billing/queries.ts'
import { folderChoices } from '../files/home/folder-choices.ts'
import { useFolderChoice } from '../files/home/HomeUpload.tsx'
import { useTree } from '../platform/tree-query.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { lastFolders } from '../uploads/last-folders.ts'
import { UploadDialog } from '../uploads/UploadDialog.tsx'
import styles from './AppShell.module.css'
import { onFilesOpened, takeOpenedFiles } from './launches.ts'
import { dropShared, readShared } from './shared-cache.ts'

interface Arrival {
  /** Counts the sets of files that have arrived in this window: two sets may have files of the same names. */
  id: number
  files: readonly File[]
}

/** The newest files that the system shared or opened with the app; null while they are being read. */
function useArrival(): Arrival | null {
  const [arrival, setArrival] = useState<Arrival | null>(null)
  useEffect(() => {
    let newest = 0
    const read = async () => {
      newest += 1
      const id = newest
      const opened = takeOpenedFiles()
      const files = opened.length > 0 ? opened : await readShared().catch(() => [])
      // Files that were opened while shared ones were read are newer.
      if (id === newest) setArrival({ id, files })
    }
    void read()
    return onFilesOpened(() => void read())
  }, [])
  return arrival
}

/** /shared: asks for the folder of files that were shared with the app or opened with it, and uploads them. */
function SharedPage() {
  const { t } = useTranslation('appShell')
  const common = useTranslation().t
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const arrival = useArrival()
  const { all_items: items } = useTree()
  const { data: usage } = useQuery(usageQuery)
  const canCreate = items.find(({ is_root_item }) => is_root_item)?.can.create_folder ?? false
  const choices = folderChoices(items, lastFolders())
  const folder = useFolderChoice(choices, canCreate)
  const canUpload = canCreate || choices.length > 0
  const hasStorage = usage?.flags.upload ?? true
  const problem = search.get('problem')
  if (arrival === null) return <Loading />
  const { id, files } = arrival
  const close = () => {
    void dropShared()
    void navigate('/projects', { replace: true })
  }
  const refusal =
    problem === 'full'
      ? t('sharedFull')
      : problem !== null
        ? t(problem === 'worker' ? 'sharedTooEarly' : 'sharedLost')
        : files.length === 0
          ? null
          : canUpload
            ? hasStorage
              ? null
              : t('sharedNoStorage')
            : t('sharedForbidden')
  return (
    <main className={styles.page} id="content">
      <title>{`${t('sharedTitle')} – Kaiwa`}</title>
      <Title order={1} size="h3">
        {t('sharedTitle')}
      </Title>
      {refusal !== null ? (
        <>
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
          <Button component={Link} to="/projects" variant="default" className={styles.away ?? ''}>
            {common('toProjects')}
          </Button>
        </>
      ) : files.length === 0 ? (
        <EmptyState title={t('sharedEmpty')} text={t('sharedEmptyText')}>
          <Button component={Link} to="/projects" variant="default">
            {common('toProjects')}
          </Button>
        </EmptyState>
      ) : (
        <>
          <p>{t('sharedText')}</p>
          {/* Files that arrive while it is open replace those before. */}
          <UploadDialog key={id} folder={folder} files={files} onClose={close} />
        </>
      )}
    </main>
  )
}

export default SharedPage
