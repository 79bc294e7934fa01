// What happens when a notification is opened: whether the server is asked, where it leads, and what a refusal means.
import type { Notification } from '@kaiwa/contract/notifications.ts'
import type { ApiError } from '../platform/api-error.ts'

/** Marked read if it is unread, or if it is an invitation that is yet to be accepted (NOTI-06). */
export const needsOpening = ({ flag, metadata }: Pick<Notification, 'flag' | 'metadata'>): boolean =>
  flag === 0 || !metadata.joined

/** An invitation changes what its reader is and has, so that both are asked for anew (NOTI-07). */
export const changesReader = ({ type }: Pick<Notification, 'type'>): boolean => type === 'project-invited'

/** Where it leads; null where nothing is left that could be shown. */
export const addressOf = ({ type, item, project }: Pick<Notification, 'type' | 'item' | 'project'>): string | null => {
  if (!item.is_project) return project && `/projects/${project.id}/files/${item.resource_id}`
  return `/projects/${item.resource_id}${type === 'project-invited' ? '?refresh=1' : ''}`
}

/** `no-access`: there is no place for the reader; `denied`: it is not there for them (any more). */
export type Refused = 'no-access' | 'denied' | 'failed'

export const refusedBy = (code: ApiError['code'] | null): Refused => {
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
