// Actions of the share dialog. Before a role is given, the quota is checked. The user must confirm a charge, a change
// of a pending invitation, a loss of ownership, and every removal.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { mailLimitOf } from '../../platform/mail-limit.ts'
import { toast } from '../../platform/toasts.ts'
import type { Member, Shared } from './queries.ts'
import { roleName } from './shared-roles.ts'

export interface Question {
  title: string
  text: string
  confirmLabel: string
  danger: boolean
  act: () => Promise<void>
}

/** Why addresses cannot be invited; `emails` are the affected ones. */
export interface Problem {
  text: string
  emails: string[]
}

function otherWorkspace(error: unknown): string[] {
  return error instanceof ApiError && error.code === 'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE'
    ? ((error.body['emails'] as string[] | undefined) ?? [])
    : []
}

export function useSharing({ itemId, name: item, isProject }: Shared) {
  const { t } = useTranslation('sharing')
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const params = { itemId }

  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: ['members'] })
    void client.invalidateQueries({ queryKey: ['usage'] })
    if (!isProject) void client.invalidateQueries({ queryKey: ['file'] })
  }
  const fail = (error: unknown): void => {
    const emails = otherWorkspace(error)
    const limit = mailLimitOf(error)
    if (emails.length > 0) setProblem({ text: t('otherWorkspace'), emails })
    else if (error instanceof ApiError && error.fields['to_email']?.includes('unique'))
      setProblem({ text: t('alreadyThere'), emails: [] })
    else if (limit) setProblem({ text: t(limit.text), emails: limit.emails })
    else toast.error(errorText(error))
  }
  /** Runs an action once; returns false if it was refused. */
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setIsBusy(true)
    setProblem(null)
    try {
      await work()
      return true
    } catch (error) {
      fail(error)
      return false
    } finally {
      setIsBusy(false)
      refresh()
    }
  }
  const ask = (text: string, title: string, act: () => Promise<void>, danger = false, confirmLabel = t('go')): void =>
    setQuestion({ title, text, confirmLabel, danger, act })
  const withToast = (text: string, work: () => Promise<unknown>) => async (): Promise<void> => {
    await work()
    toast.success(text)
  }

  /** Checks the quota, asks the user to confirm a charge, and then runs the action. */
  const afterQuota = (email: string, role: SharedRole, isInvite: boolean, act: () => Promise<void>) =>
    run(async () => {
      const body = { email, role_id: role, is_invite: isInvite }
      const answer = await call('validateInvitation', { params, body })
      if (answer.user_emails_other_workspace.length > 0)
        setProblem({ text: t('otherWorkspace'), emails: answer.user_emails_other_workspace })
      else if (answer.is_over_quota) ask(t('chargeText'), t('chargeTitle'), act)
      else await act()
    })

  const invite = (email: string, role: SharedRole, onDone: () => void): void => {
    const body = { to_email: email, temp_role_id: role }
    const send = withToast(t('invited'), () => call('inviteMember', { params, body }))
    void afterQuota(email, role, true, async () => {
      await send()
      onDone()
    })
  }

  const changeRole = (member: Member, role: SharedRole): void => {
    const { id, to_email: email } = member
    if (email === null) {
      const body = { user_id: id ?? 0, role_id: role }
      const act = withToast(t('roleChanged'), () => call('updateMemberRole', { params, body }))
      void afterQuota(member.email, role, false, act)
      return
    }
    const body = { to_email: email, role_id: role }
    const act = withToast(t('roleChanged'), () => call('updateInvitedRole', { params, body }))
    const text = t('pendingText', { email, role: t(roleName(role)) })
    ask(text, t('pendingTitle'), () => afterQuota(email, role, false, act).then(() => undefined), false, t('change'))
  }

  const makeOwner = (member: Member): void => {
    const body = { user_id: member.id ?? 0, role_id: ROLE.owner }
    const act = withToast(t('ownerChanged'), () => call('updateMemberRole', { params, body }))
    ask(t('ownerText'), t('ownerTitle'), act, true, t('change'))
  }

  const remove = (member: Member): void => {
    const {
      id,
      to_email: email,
      name,
      role_ids: [workspaceRole],
    } = member
    const act = withToast(t('removed'), () =>
      email === null
        ? call('detachEditor', { params, query: { user_id: id ?? 0 } })
        : call('removeMember', { params, body: { to_email: email } }),
    )
    const key = email !== null ? 'withdrawText' : workspaceRole === ROLE.member ? 'removeMemberText' : 'removeText'
    ask(t(key, { name, item }), t('removeTitle'), act, true, t('removeTitle'))
  }

  const confirm = (): void => {
    if (!question) return
    void run(question.act).then(() => setQuestion((now) => (now === question ? null : now)))
  }
  return {
    question,
    problem,
    isBusy,
    invite,
    changeRole,
    makeOwner,
    remove,
    confirm,
    dismiss: () => setQuestion(null),
    forgetProblem: () => setProblem(null),
  }
}

export type Sharing = ReturnType<typeof useSharing>
