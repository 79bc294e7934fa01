import type { User } from '@kaiwa/contract/accounts.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from './Card.tsx'
import { EmailForm } from './EmailForm.tsx'
import { usePendingChange, usePendingAddress } from './use-email-change.ts'

function Waiting({ email }: { email: string }) {
  const { t } = useTranslation('profile')
  const { cooldownSeconds, resend, cancel } = usePendingChange()
  return (
    <Alert variant="light" role="status">
      <Text size="sm">{t('emailWaiting', { email })}</Text>
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          size="xs"
          disabled={cooldownSeconds > 0}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {cooldownSeconds > 0 ? t('locked', { num: cooldownSeconds }) : t('emailResend')}
        </Button>
        <Button variant="subtle" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('emailCancel')}
        </Button>
      </Group>
    </Alert>
  )
}

/** The email address. The old one stays active until the link sent to the new one is opened (ACC-06). */
export function EmailCard({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  const waiting = usePendingAddress()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Returns the focus to the button that opened the form.
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <Card title={t('emailTitle')}>
      <Stack gap="md" align="stretch">
        <Text style={{ overflowWrap: 'anywhere' }}>{user.email}</Text>
        {waiting !== null && !isOpen && <Waiting email={waiting} />}
        {isOpen ? (
          <EmailForm user={user} onDone={() => setIsOpen(false)} />
        ) : (
          <div>
            <Button ref={opener} variant="default" onClick={() => setIsOpen(true)}>
              {t('emailChange')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}
