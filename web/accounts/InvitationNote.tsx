import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../platform/call.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import styles from './InvitationNote.module.css'
import { invitationOfRedirect } from './redirect.ts'

/** The invitation in the page's redirect. `token` is null without one. */
export function useInvitation() {
  const [search] = useSearchParams()
  const token = invitationOfRedirect(search.get('redirect'))
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('verifyInvitation', { query: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
  })
  return { token, invitation: query.data, isFailed: query.isError }
}

/** Who invited the visitor, and to what. */
export function InvitationNote() {
  const { t } = useTranslation('accounts')
  const { token, invitation, isFailed } = useInvitation()
  if (token === null) return null
  if (isFailed)
    return (
      <Text size="sm" mb="md" role="alert">
        {t('invitation.gone')}
      </Text>
    )
  if (!invitation) return <Skeleton height={40} mb="md" />
  const { inviter, item } = invitation
  return (
    <div className={styles.note}>
      {inviter && <PersonAvatar person={inviter} size={40} />}
      <Text>{t(inviter ? 'invitation.by' : 'invitation.to', { name: inviter?.name, item: item.name })}</Text>
    </div>
  )
}
