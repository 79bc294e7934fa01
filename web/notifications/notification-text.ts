import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Notification } from '@kaiwa/contract/notifications.ts'
import type { ja } from './texts.ja.ts'

export type TextKey = keyof typeof ja.text

/** The text key of a notification. It uses the current state of a recording, which may have been restarted since. */
export function textKey({ type, metadata, project_file: file }: Notification): TextKey {
  switch (type) {
    case 'project-invited':
      return metadata.joined ? 'shared' : 'invited'
    case 'project-joined':
      return 'joined'
    case 'project-file-interview':
      return 'added'
    case 'project-file-completed':
      switch (file?.status) {
        case 'failed':
        case 'canceled':
          return file.status
        case 'processed':
        case undefined:
          return 'completed'
        default:
          return 'analysing'
      }
    case 'comment-mentioned':
      return 'mentioned'
    case 'comment-replied':
      return 'replied'
    case 'comment-added':
      return 'commented'
  }
}

/** Truncates to 100 code points (NOTI-12). */
export function shorten(text: string, length: number = LIMITS.notificationLength): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}
