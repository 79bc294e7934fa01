// Rules for opening a notification: whether to call the server, the target page, and the meaning of refusals.
import type { Notification } from '@kaiwa/contract/notifications.ts'
import type { ApiError } from '../platform/api-error.ts'

/** True for an unread notification and for a pending invitation (NOTI-06). */
export function needsOpening({ flag, metadata }: Pick<Notification, 'flag' | 'metadata'>): boolean {
  return flag === 0 || !metadata.joined
}

/** True for an invitation, which changes the user and their items, so both are reloaded (NOTI-07). */
export function changesRights({ type }: Pick<Notification, 'type'>): boolean {
  return type === 'project-invited'
}

/** The target page; null when nothing is left to show. */
export function notificationUrl({
  type,
  item,
  project,
  thread_id: threadId,
}: Pick<Notification, 'type' | 'item' | 'project' | 'thread_id'>): string | null {
  const query = threadId === null ? '' : `?thread=${threadId}`
  if (!item.is_project) return project && `/projects/${project.id}/files/${item.resource_id}${query}`
  return `/projects/${item.resource_id}${type === 'project-invited' ? '?refresh=1' : ''}`
}

/** `no-access`: the invitation cannot be accepted; `denied`: the item is not visible (any more). */
export type OpeningFailure = 'no-access' | 'denied' | 'failed'

export function openingFailure(code: ApiError['code'] | null): OpeningFailure {
  switch (code) {
    case 'PROJECT_MAX_EDITOR_EXCEEDED':
    case 'PROJECT_MAX_VIEWER_EXCEEDED':
    case 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA':
    case 'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE':
      return 'no-access'
    case 'E_NOT_FOUND':
    case 'E_FORBIDDEN':
      return 'denied'
    default:
      return 'failed'
  }
}
