import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import type { CallInput, CallResult } from '../../platform/call-types.ts'

export type MemberList = CallResult<'listWorkspaceMembers'>
export type MemberRow = MemberList['members']['data'][number]
type ListQuery = NonNullable<CallInput<'listWorkspaceMembers'>['query']>
type UsageQuery = NonNullable<CallInput<'listMemberUsage'>['query']>

/** The key starts with `members`, so that every change of access rights invalidates it too. */
export function workspaceMembersQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['members', 'workspace', query],
    queryFn: ({ signal }) => call('listWorkspaceMembers', { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function memberUsageQuery(query: UsageQuery) {
  return queryOptions({
    queryKey: ['members', 'usage', query],
    queryFn: ({ signal }) => call('listMemberUsage', { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The text key of the menu entry: an invitation to a folder or file is withdrawn, everybody else is removed (MEM-11). */
export function removalKey({ user, folders }: Pick<MemberRow, 'user' | 'folders'>): 'remove' | 'withdraw' {
  return user || folders.length === 0 ? 'remove' : 'withdraw'
}
