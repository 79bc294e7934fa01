import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { toast } from '../../platform/toasts.ts'
import type { MemberRow } from './queries.ts'
import type { WorkspaceRole } from './workspace-roles.ts'

/** The error text of a failed change; the limit of the plan has its own text. */
function failed(text: string) {
  return (error: unknown) =>
    void toast.error(codeOf(error) === 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA' ? errorText(error) : text)
}

export function useMemberChanges(onDone: () => void) {
  const { t } = useTranslation('members')
  const client = useQueryClient()
  const finish = (text: string) => (): void => {
    toast.success(text)
    onDone()
  }
  const onSettled = () => client.invalidateQueries({ queryKey: ['members'] })
  const changeRole = useMutation({
    mutationFn: ({ member, role }: { member: MemberRow; role: WorkspaceRole }) =>
      call('changeWorkspaceRole', { body: { user_id: member.user?.id ?? 0, role } }),
    onSuccess: finish(t('changed')),
    onError: failed(t('changeFailed')),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (member: MemberRow) => call('removeWorkspaceMember', { body: { member_id: member.id } }),
    onSuccess: (_data, { user }) => finish(t(user ? 'removed' : 'withdrawn'))(),
    onError: (error, { user }) => failed(t(user ? 'removeFailed' : 'withdrawFailed'))(error),
    onSettled,
  })
  return { changeRole, remove }
}
