import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { InviteField } from './InviteField.tsx'
import { MemberRow } from './MemberRow.tsx'
import { membersQuery } from './queries.ts'
import type { Shared } from './queries.ts'
import styles from './ShareDialog.module.css'
import { useSharing } from './use-sharing.ts'

interface Props {
  shared: Shared
  onClose: () => void
}

/** Lists the people with access to a folder or file, and gives access (SHARE-01…03). */
export function ShareDialog({ shared, onClose }: Props) {
  const { t } = useTranslation('sharing')
  const { data, error, refetch } = useQuery(membersQuery(shared.itemId))
  const sharing = useSharing(shared)
  const { question } = sharing
  return (
    <>
      <Dialog
        opened
        title={t(shared.isProject ? 'folderTitle' : 'fileTitle')}
        size="lg"
        // Escape closes only the question on top.
        onClose={() => question === null && onClose()}
      >
        {data ? (
          <>
            {data.can.invite && <InviteField shared={shared} roles={data.roles} sharing={sharing} />}
            <Title order={3} size="h6" mb={4}>
              {t('members')}
            </Title>
            {/* A scrollable list must be reachable by keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <ul className={styles.list} aria-label={t('members')} tabIndex={0}>
              {data.members_activated.map((member) => (
                <MemberRow key={member.id} member={member} sharing={sharing} />
              ))}
              {data.members_not_activated.map((member) => (
                <MemberRow key={member.to_email} member={member} sharing={sharing} />
              ))}
            </ul>
          </>
        ) : error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </Dialog>
      <ConfirmDialog
        opened={question !== null}
        title={question?.title ?? ''}
        text={question?.text ?? ''}
        confirmLabel={question?.confirmLabel ?? ''}
        danger={question?.danger ?? false}
        isBusy={sharing.isBusy}
        onConfirm={sharing.confirm}
        onClose={sharing.dismiss}
      />
    </>
  )
}
