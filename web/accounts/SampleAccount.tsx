import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { clientConfigQuery } from '../platform/client-config.ts'
import { errorText } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'
import styles from './SampleAccount.module.css'
import { useOpenSession } from './use-open-session.ts'

/** In local mode only, and labelled as such: one click signs in to the sample workspace. */
export function SampleAccount() {
  const { t } = useTranslation('accounts')
  const openAndContinue = useOpenSession()
  const { data } = useQuery(clientConfigQuery)
  const account = data?.sample_account
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { email: string; password: string }) => call('login', { body: { ...body, remember: false } }),
    onSuccess: openAndContinue,
    onError: (error) => toast.error(errorText(error)),
  })
  if (!account) return null
  return (
    <div className={styles.sample}>
      <Button variant="light" fullWidth loading={isPending} onClick={() => mutate(account)}>
        {t('login.sample')}
      </Button>
      <Text size="xs" c="dimmed" mt="xs" ta="center">
        {t('login.sampleNote')}
      </Text>
    </div>
  )
}
