import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { toast } from '../../platform/toasts.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { CodeField } from './CodeField.tsx'
import { codeRule } from './code-rule.ts'
import { CopyButton } from './CopyButton.tsx'
import styles from './TwoFactor.module.css'

const QrCode = lazyPart(async () => (await import('./QrCode.tsx')).QrCode)

/** A secret from the server: base32, and the URL for the QR code. */
export interface Offer {
  secret: string
  url: string
}

interface Props {
  offer: Offer
  onOn: (codes: readonly string[]) => Promise<void>
  onCancel: () => void
}

/** Groups of four characters, for readability. */
function grouped(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}

/** The user adds the secret to an app, by QR code or by typing; a code from the app confirms it. */
export function Enrolment({ offer, onOn, onCancel }: Props) {
  const { t } = useTranslation('twoFactor')
  const { t: common } = useTranslation()
  const form = useForm(
    { code: { rule: codeRule, kind: 'code', label: t('code') } },
    async (body) => onOn((await call('confirmTwoFactor', { body })).recovery_codes),
    (error) => toast.error(errorText(error)),
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack gap="md">
        <Text>{t('scan')}</Text>
        <div className={styles.qr}>
          <QrCode text={offer.url} label={t('qr')} />
        </div>
        <Text size="sm">{t('orType')}</Text>
        <Group gap="xs">
          <Text className={styles.secret} aria-label={t('secret')} role="group">
            {grouped(offer.secret)}
          </Text>
          <CopyButton text={offer.secret} label={t('copySecret')} />
        </Group>
        <Text>{t('thenCode')}</Text>
        <CodeField {...form.field('code')} isDigits />
        <Text size="xs" c="dimmed">
          {t('othersEnd')}
        </Text>
        <Group gap="xs">
          <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
            {t('confirm')}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {common('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
