import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
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
  return { token, invitation: query.data, error: query.error, refetch: query.refetch }
}

/** The answers to a link that is not valid. Other failures say nothing about the invitation. */
const GONE: readonly (string | null)[] = ['E_NOT_FOUND', 'E_UNPROCESSABLE_ENTITY']

/** Shows the visitor their inviter and the shared item. */
export function InvitationNote() {
  const { t } = useTranslation('accounts')
  const common = useTranslation().t
  const { token, invitation, error, refetch } = useInvitation()
  if (token === null) return null
  if (error) {
    const isGone = GONE.includes(codeOf(error))
    return (
      <Text size="sm" mb="md" role="alert">
        {isGone ? t('invitation.gone') : errorText(error)}{' '}
        {!isGone && (
          <Anchor component="button" type="button" inherit underline="always" onClick={() => void refetch()}>
            {common('retry')}
          </Anchor>
        )}
      </Text>
    )
  }
  if (!invitation) return <Skeleton height={40} mb="md" />
  const { inviter, item } = invitation
  return (
    <div className={styles.note}>
      {inviter && <PersonAvatar person={inviter} size={40} />}
      <Text lineClamp={6}>
        {t(inviter ? 'invitation.by' : 'invitation.to', { name: inviter?.name, item: item.name })}
      </Text>
    </div>
  )
}
