// Queries of the share dialog.
import { queryOptions } from '@tanstack/react-query'
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import { call } from '../../platform/call.ts'
import type { CallResult } from '../../platform/call-types.ts'

export type Members = CallResult<'listMembers'>
export type Member = Members['members_activated'][number]
export type FoundPerson = CallResult<'searchMembers'>['data'][number]

/** The shared item: its place in the tree and its name. */
export interface Shared {
  itemId: number
  name: string
  isProject: boolean
}

export function membersQuery(itemId: number) {
  return queryOptions({
    queryKey: ['members', itemId],
    queryFn: ({ signal }) => call('listMembers', { params: { itemId } }, { signal }),
    staleTime: 0,
  })
}

/** Members of the workspace to whom the role could be given. */
export function peopleQuery(itemId: number, query: string, role: SharedRole) {
  return queryOptions({
    queryKey: ['members', itemId, 'search', query, role],
    queryFn: async ({ signal }) =>
      (await call('searchMembers', { params: { itemId }, query: { query, role_id: role } }, { signal })).data,
    staleTime: 0,
  })
}
