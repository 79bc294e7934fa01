import type { Project } from '@kaiwa/contract/workspace.ts'
import { ActionIcon, Button, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import type { Prefetch } from '../../platform/lazy-page.tsx'
import { codeOf } from '../../platform/api-error.ts'
import { queryClient } from '../../platform/query-client.ts'
import { loadSession } from '../../platform/session.ts'
import { projectQuery } from '../../tree/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { currentSession, useCurrentSession } from '../session/current-session.ts'
import { Done, Ended, Sending } from './Ended.tsx'
import { clearOutcome, useOutcome } from './outcome.ts'
import styles from './Recording.module.css'
import { Running } from './Running.tsx'
import { Setup } from './Setup.tsx'
import { UnfinishedRecordings } from './UnfinishedRecordings.tsx'

/** The recording of this page, or the choices for a new one. */
function Content({ project }: { project: Project }) {
  const { t } = useTranslation('recording')
  const session = currentSession()
  const state = useCurrentSession()
  const outcome = useOutcome()
  // The end was seen.
  useEffect(() => clearOutcome, [])
  if (outcome?.kind === 'done') return <Done outcome={outcome} />
  if (session && state && state.phase !== 'finished') {
    if (outcome?.kind === 'sending') return <Sending session={session} state={state} />
    if (state.phase === 'stopped' || state.phase === 'failed')
      return <Ended session={session} state={state} error={outcome?.kind === 'failed' ? outcome.error : null} />
    return <Running session={session} state={state} />
  }
  return (
    <>
      {globalThis.isSecureContext && <UnfinishedRecordings />}
      {project.can.record ? (
        <Setup project={project} />
      ) : (
        <EmptyState title={t('cannotRecordTitle')} text={t('cannotRecordText')}>
          <Button component={Link} to={`/projects/${project.id}`}>
            {t('toFolder')}
          </Button>
        </EmptyState>
      )}
    </>
  )
}

const prefetch: Prefetch = async (params) => {
  const id = Number(params['id'])
  if (Number.isInteger(id) && (await loadSession())) await queryClient.prefetchQuery(projectQuery(id))
}

/** /projects/:id/record: the recording screen (APP-12). */
function RecordPage() {
  const { t } = useTranslation('recording')
  const common = useTranslation().t
  const id = Number(useParams()['id'])
  const { data: project, error, refetch } = useQuery({ ...projectQuery(id), enabled: Number.isInteger(id) })
  const code = codeOf(error)
  // A running recording stays on this page when its folder was deleted.
  const isKept = currentSession() !== null
  if (!Number.isInteger(id) || (!project && code === 'E_NOT_FOUND' && !isKept))
    return <Navigate to="/projects" replace />
  return (
    <main className={styles.page} id="content">
      <title>{`${t('pageTitle')} – ${common('appName')}`}</title>
      <div className={styles.top}>
        <ActionIcon
          component={Link}
          to={`/projects/${id}`}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('toFolder')}
          title={t('toFolder')}
        >
          <IconArrowLeft size={20} aria-hidden="true" />
        </ActionIcon>
        <Title order={1} size="h4">
          {t('pageTitle')}
        </Title>
        {project && (
          <Text c="dimmed" truncate>
            {project.name}
          </Text>
        )}
      </div>
      <div className={styles.scroller}>
        {project ? (
          <Content project={project} />
        ) : error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </main>
  )
}

export default Object.assign(RecordPage, { prefetch })
