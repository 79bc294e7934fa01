import type { EditSessionState } from '@kaiwa/editor'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../platform/error-text.ts'
import { call } from '../../platform/call.ts'
import { toast } from '../../platform/toasts.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { useOpenFile, useSessionState } from '../open-file.ts'
import { DifferenceList } from './DifferenceList.tsx'
import styles from './History.module.css'
import { revisionQuery } from './queries.ts'
import { againstCurrent, toDifferences } from './to-differences.ts'

interface Props {
  transcriptId: number
  revision: number
  blockUuid: string | null
  /** The current revision. */
  currentRevision: number
}

function savedDocument({ saved }: EditSessionState) {
  return saved
}

/** Changes of one save, with buttons that restore the transcript or a block to the state after that save. */
export function RevisionView({ transcriptId, revision, blockUuid, currentRevision }: Props) {
  const { t } = useTranslation('editing')
  const { file, session, control } = useOpenFile()
  const { data, error, refetch } = useQuery(revisionQuery(transcriptId, revision, blockUuid))
  const document = useSessionState(session, savedDocument)
  const shown = useMemo(() => {
    if (!data) return []
    // The original consists of added blocks only, so it is compared with the current document instead.
    return revision === 0 && blockUuid === null ? againstCurrent(data.changes, document) : toDifferences(data.changes)
  }, [data, revision, blockUuid, document])
  const [busy, setBusy] = useState<string | null>(null)
  const canRestore = file.can.edit && revision < currentRevision

  const restore = async (uuids: string[] | null) => {
    setBusy(uuids?.[0] ?? 'all')
    try {
      const done = await control.withLock((lock_version) =>
        call('restoreTranscript', {
          params: { id: transcriptId },
          body: { revision, lock_version, ...(uuids ? { block_uuids: uuids } : {}) },
        }),
      )
      if (done) toast.success(t('restored'))
    } catch (failure) {
      reportFailure(failure)
    }
    setBusy(null)
  }
  if (!data) return error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />
  const all = blockUuid === null ? null : [blockUuid]
  return (
    <section className={styles.revision} aria-label={t('revision')}>
      {canRestore && (
        <div className={styles.restore}>
          <Text size="sm">{t(blockUuid === null ? 'restoreHelp' : 'restoreBlockHelp')}</Text>
          <Button
            size="xs"
            loading={busy === (all?.[0] ?? 'all')}
            disabled={busy !== null}
            onClick={() => void restore(all)}
          >
            {t(blockUuid === null ? 'restoreAll' : 'restoreBlock')}
          </Button>
        </div>
      )}
      {revision === 0 && blockUuid === null && shown.length > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('againstCurrent')}
        </Text>
      )}
      {shown.length === 0 && <Text c="dimmed">{t('noDifferences')}</Text>}
      <DifferenceList
        differences={shown}
        renderAction={(uuid) =>
          canRestore &&
          blockUuid === null && (
            <Button
              size="compact-xs"
              variant="subtle"
              loading={busy === uuid}
              disabled={busy !== null}
              onClick={() => void restore([uuid])}
            >
              {t('restoreBlock')}
            </Button>
          )
        }
      />
    </section>
  )
}
