import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { Button, Group, Radio, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { mailLimitOf } from '../../platform/mail-limit.ts'
import { toast } from '../../platform/toasts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { WORKSPACE_ROLES } from './workspace-roles.ts'

const KEYS = { format: 'emailsFormat', unique: 'emailsUnique', max: 'emailsMax', required: 'emailsRequired' } as const

/** The error text below the field; null if the error is not about the field. */
function useProblem() {
  const { t } = useTranslation('members')
  return (error: unknown): string | null => {
    if (!(error instanceof ApiError)) return null
    if (error.code === 'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE')
      return [t('otherWorkspace'), ...((error.body['emails'] as string[] | undefined) ?? [])].join(' ')
    const limit = mailLimitOf(error)
    if (limit) return [t(limit.text), ...limit.emails].join(' ')
    const key = KEYS[error.fields['emails']?.[0] as keyof typeof KEYS]
    return key ? t(key, { max: LIMITS.addressesPerInvitation }) : null
  }
}

/** Dialog to invite several addresses together; only the server validates them (MEM-08). */
export function AddMembers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('members')
  const common = useTranslation().t
  const client = useQueryClient()
  const problemOf = useProblem()
  const [emails, setEmails] = useState('')
  const [role, setRole] = useState<typeof ROLE.manager | typeof ROLE.member>(ROLE.member)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setIsBusy(true)
    try {
      await call('addWorkspaceMembers', { body: { emails, role } })
      toast.success(t('sent'))
      void client.invalidateQueries({ queryKey: ['members'] })
      onClose()
    } catch (error) {
      const text = problemOf(error)
      setProblem(text)
      if (text === null) toast.error(errorText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog opened title={t('add')} onClose={onClose}>
      <form onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Textarea
          label={t('emails')}
          description={t('emailsHint')}
          value={emails}
          error={problem}
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
          mb="md"
          onChange={(event) => {
            setEmails(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Radio.Group
          label={t('role')}
          value={String(role)}
          onChange={(value) => setRole(Number(value) === ROLE.manager ? ROLE.manager : ROLE.member)}
          mb="lg"
        >
          <Stack gap="sm" mt="xs">
            {WORKSPACE_ROLES.filter((one) => one.role !== ROLE.guest).map((one) => (
              <Radio key={one.role} value={String(one.role)} label={t(one.name)} description={t(one.help)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" disabled={emails === ''} loading={isBusy}>
            {t('send')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
