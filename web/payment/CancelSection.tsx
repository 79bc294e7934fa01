import type { CurrentPayment } from '@kaiwa/contract/payment.ts'
import { Button, Checkbox, Group, List, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../accounts/profile/Card.tsx'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { lastDayInJapan } from '../billing/japan-date.ts'
import { PAYMENT_KEY } from './queries.ts'

/** Until the home page is loaded again (BILL-21). */
const RELOAD_DELAY_MS = 1_000

const NOTES = ['end', 'fee', 'points', 'create', 'read'] as const

function CancelDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('payment')
  const common = useTranslation().t
  const client = useQueryClient()
  const [isAgreed, setIsAgreed] = useState(false)
  const cancel = useMutation({
    mutationFn: () => call('cancelSubscription'),
    onSuccess: async () => {
      toast.success(t('cancel.done'))
      onClose()
      await client.invalidateQueries({ queryKey: PAYMENT_KEY })
      // A whole reload: every open part of the page shows the new state.
      setTimeout(() => location.assign('/'), RELOAD_DELAY_MS)
    },
    onError: () => void toast.error(t('cancel.failed')),
  })
  return (
    <Dialog opened title={t('cancel.dialogTitle')} onClose={onClose}>
      <List spacing="xs">
        {NOTES.map((note) => (
          <List.Item key={note}>{t(`cancel.notes.${note}`)}</List.Item>
        ))}
      </List>
      <Checkbox
        mt="md"
        label={t('cancel.agree')}
        checked={isAgreed}
        onChange={(event) => setIsAgreed(event.currentTarget.checked)}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {common('cancel')}
        </Button>
        <Button color="red" disabled={!isAgreed} loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('cancel.submit')}
        </Button>
      </Group>
    </Dialog>
  )
}

/** Ends a membership without a plan (BILL-18 … BILL-23). */
export function CancelSection({ subscription }: { subscription: NonNullable<CurrentPayment['subscription']> }) {
  const { t } = useTranslation('payment')
  const [isOpen, setIsOpen] = useState(false)
  const end = subscription.end_date
  return (
    <Card title={t('cancel.title')}>
      <Stack gap="md" align="flex-start">
        <Text>{end === null ? t('cancel.text') : t('cancel.until', { date: lastDayInJapan(end) })}</Text>
        <Button variant="default" disabled={!subscription.can_cancel} onClick={() => setIsOpen(true)}>
          {t(end === null ? 'cancel.open' : 'cancel.received')}
        </Button>
      </Stack>
      {isOpen && <CancelDialog onClose={() => setIsOpen(false)} />}
    </Card>
  )
}
