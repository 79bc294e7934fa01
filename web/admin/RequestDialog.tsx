// The dialogs of an application: its details, and the questions before each step.
import { Alert, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Details } from './Details.tsx'
import { formatInstant } from './format.ts'
import type { Row } from './queries.ts'
import { useAction } from './use-action.ts'
import { usePlanName } from './use-plan-name.ts'

type Request = Row<'listSubscriptionRequests'>

/** Actions of an operator on an application. */
export type RequestStep = 'approve' | 'reject' | 'resend' | 'withdraw'

export function addressOf({ postal_code, prefecture, city, address_1, address_2 }: Request): string {
  return [`〒${postal_code}`, `${prefecture}${city}${address_1}`, address_2].filter(Boolean).join(' ')
}

/** The account and the owner of the workspace that get the contract. */
function useRecipients({ account, was_signed_in: wasSignedIn, workspace_owner: owner }: Request) {
  const { t } = useTranslation('admin')
  const nameOf = (person: NonNullable<Request['account']>) => t('person', { name: person.name, email: person.email })
  return {
    account: account
      ? t(wasSignedIn ? 'requests.signedIn' : 'requests.byAddress', { person: nameOf(account) })
      : t('requests.newAccount'),
    owner: owner ? nameOf(owner) : t('requests.newWorkspace'),
  }
}

/** Whether another person than the contact gets the contract. */
function isOfAnother({ contact_email: contact, account, workspace_owner: owner }: Request): boolean {
  return [account, owner].some((person) => person && person.email.toLowerCase() !== contact.toLowerCase())
}

function RecipientWarning({ request }: { request: Request }) {
  const { t } = useTranslation('admin')
  if (!isOfAnother(request)) return null
  return (
    <Alert color="yellow" variant="light" role="alert">
      {t('requests.otherRecipient', { email: request.contact_email })}
    </Alert>
  )
}

/** Asks before a step is taken. */
export function RequestDialog({
  request,
  what,
  onClose,
}: {
  request: Request
  what: RequestStep
  onClose: () => void
}) {
  const { t } = useTranslation('admin')
  const recipients = useRecipients(request)
  const planName = usePlanName()
  const input = { params: { requestId: request.id } }
  const approving = useAction(
    () => call('approveSubscriptionRequest', input),
    { done: t('requests.approved'), failed: t('requests.approveFailed') },
    onClose,
  )
  const rejecting = useAction(
    () => call('rejectSubscriptionRequest', input),
    { done: t('requests.rejected'), failed: t('requests.rejectFailed') },
    onClose,
  )
  const resending = useAction(
    () => call('resendSetupLink', input),
    { done: t('requests.resent'), failed: t('requests.resendFailed') },
    onClose,
  )
  const withdrawing = useAction(
    () => call('withdrawApproval', input),
    { done: t('requests.withdrawn'), failed: t('requests.withdrawFailed') },
    onClose,
  )
  const actions = { approve: approving, reject: rejecting, resend: resending, withdraw: withdrawing }
  const { mutate, isPending } = actions[what]
  const isByCard = what === 'approve' && request.payment_type === 'credit_card'
  const values = { company: request.company_name, email: request.contact_email }
  return (
    <ConfirmDialog
      opened
      danger={what === 'reject' || what === 'withdraw'}
      title={t(`requests.${what}Title`)}
      text={isByCard ? t('requests.approveCardText', values) : t(`requests.${what}Text`, values)}
      confirmLabel={t(`requests.${what}`)}
      isBusy={isPending}
      onConfirm={() => mutate(undefined)}
      onClose={onClose}
    >
      {what === 'approve' && (
        <Stack gap="xs" mb="lg">
          <Text size="sm">{t('labelled', { label: t('requests.plan'), value: planName(request.plan_name) })}</Text>
          <Text size="sm">
            {t('labelled', { label: t('requests.paymentType'), value: t(`paymentTypes.${request.payment_type}`) })}
          </Text>
          <Text size="sm">{t('requests.accountLine', { account: recipients.account })}</Text>
          <Text size="sm">{t('requests.ownerLine', { owner: recipients.owner })}</Text>
          <RecipientWarning request={request} />
        </Stack>
      )}
    </ConfirmDialog>
  )
}

export function RequestDetails({ request, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const planName = usePlanName()
  const recipients = useRecipients(request)
  return (
    <Details
      title={request.company_name}
      onClose={onClose}
      rows={[
        ['ID', request.id],
        [t('requests.status'), t(`requests.statuses.${request.status}`)],
        [t('requests.plan'), planName(request.plan_name)],
        [t('requests.paymentType'), t(`paymentTypes.${request.payment_type}`)],
        [t('requests.company'), request.company_name],
        [t('requests.department'), request.department_name],
        [t('requests.contact'), request.contact_name],
        [t('requests.email'), request.contact_email],
        [t('requests.phone'), request.contact_phone],
        [t('requests.address'), addressOf(request)],
        [t('requests.created'), formatInstant(request.created_at)],
        [t('requests.account'), recipients.account],
        [t('requests.workspaceOwner'), recipients.owner],
      ]}
    >
      <RecipientWarning request={request} />
    </Details>
  )
}
