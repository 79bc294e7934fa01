import * as z from 'zod'
import { file } from './files.ts'
import { id, instant, page, pageQuery, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'
import { acceptInvitation } from './sharing.ts'

/**
 * `project-invited`: an item was shared with the reader, or the reader has an open invitation. `project-joined`: a
 * person whom the reader invited, or who takes a seat of the reader's workspace, has joined. `project-file-interview`:
 * a recording was added to an item shared with the reader. `project-file-completed`: the analysis of the reader's own
 * recording has ended. `comment-mentioned`: a comment mentions the reader. `comment-replied`: a reply was written in a
 * thread in which the reader wrote or was mentioned. `comment-added`: a comment was written on the reader's recording.
 */
export const notificationType = z.enum([
  'project-invited',
  'project-joined',
  'project-file-interview',
  'project-file-completed',
  'comment-mentioned',
  'comment-replied',
  'comment-added',
])
export type NotificationType = z.infer<typeof notificationType>

/** 0 unread, 1 opened, -1 marked as read with others. */
export const notificationFlag = z.literal([0, 1, -1])

/** A folder by its `resource_id`. */
const folder = z.object({ resource_id: z.int(), name: z.string() })

export const notification = z.object({
  id: z.int(),
  type: notificationType,
  flag: notificationFlag,
  date_time: instant,
  /** The person who caused it; null if the account was deleted. */
  user: person.nullable(),
  item: z.object({
    name: z.string(),
    is_project: z.boolean(),
    resource_id: z.int(),
    /** The parent folder, if the reader sees it. */
    parent: folder.nullable(),
  }),
  /** The folder itself, or the folder of the file; null for a file the reader has not joined yet. */
  project: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Null for folders, and for a file the reader has not joined yet. */
  project_file: file
    .pick({
      id: true,
      title: true,
      thumbnail: true,
      thumbnail_kind: true,
      video_id: true,
      is_audio: true,
      is_playable: true,
      failed_reason: true,
      status: true,
    })
    .extend({ transcript: file.shape.transcript.pick({ status: true }) })
    .nullable(),
  /** False only for a pending invitation. */
  metadata: z.object({ joined: z.boolean() }),
  /** The thread of comments that it is about. */
  thread_id: z.int().nullable(),
})
export type Notification = z.infer<typeof notification>

export const listNotifications = operation({
  name: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  access: 'session',
  query: z.object({ page: pageQuery }),
  response: page(notification).extend({ unread_count: z.int() }),
})

export const openNotification = operation({
  name: 'openNotification',
  method: 'PATCH',
  path: '/notifications/{id}',
  access: 'session',
  params: z.object({ id }),
  response: notification,
  errors: acceptInvitation.errors,
})

export const readNotifications = operation({
  name: 'readNotifications',
  method: 'PATCH',
  path: '/notifications/read-all',
  access: 'session',
  body: z.object({ ids: list(id, LIMITS.notificationsRead).optional() }),
  response: success,
})
