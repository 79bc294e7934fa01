import { createUuid } from '@kaiwa/transcript/create-uuid.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { numberRule } from '../ui/form/value-rules.ts'
import { showFailed } from './failure.ts'
import { formatNumber } from './format.ts'
import type { Row } from './queries.ts'

const pointRule = numberRule(-LIMITS.adminPointsMax, LIMITS.adminPointsMax)

function readPoint(text: string): number {
  return Number(text.normalize('NFKC').trim())
}

/** Adds points to the workspace of a user, or takes them away, and shows the new total (ADMIN-24). */
export function AddPointDialog({ user, onClose }: { user: Row<'listUsers'>; onClose: () => void }) {
  const { t, i18n } = useTranslation('admin')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  // The same for all attempts with the same number: a repeated one adds once.
  const attempt = useRef({ point: Number.NaN, id: '' })
  const number = (value: number) => formatNumber(value, i18n.language)
  const now = user.workspace?.point ?? 0
  const form = useForm(
    { point: { rule: pointRule, label: t('users.point') } },
    async ({ point: text }) => {
      const wanted = readPoint(text)
      if (attempt.current.point !== wanted) attempt.current = { point: wanted, id: createUuid() }
      const body = { point: wanted, request_id: attempt.current.id }
      const { point } = await call('addUserPoint', { params: { userId: user.id }, body })
      toast.success(t('users.pointAdded', { point: number(point) }))
      onClose()
      await client.invalidateQueries({ queryKey: ['admin'] })
    },
    showFailed(t('users.pointFailed')),
  )
  const total = pointRule(form.values.point) === null ? Math.max(0, now + readPoint(form.values.point)) : null
  return (
    <Dialog opened title={t('users.addPoint')} onClose={onClose}>
      <form onSubmit={form.handleSubmit} noValidate>
        <Stack gap="md">
          <Text>{t('users.pointOf', { owner: user.workspace?.owner.email ?? '' })}</Text>
          <TextInput
            {...form.field('point')}
            description={t('users.pointHelp')}
            inputMode="numeric"
            withAsterisk
            data-autofocus
            autoComplete="off"
          />
          <div>
            <Text size="sm" c="dimmed">
              {t('users.pointNow', { point: number(now) })}
            </Text>
            <Text role="status" fw={600}>
              {total === null ? '' : t('users.pointAfter', { point: number(total) })}
            </Text>
          </div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
              {t('users.addPoint')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
