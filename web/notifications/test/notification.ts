import type { Notification } from '../queries.ts'

const base: Notification = {
  id: 1,
  type: 'project-invited',
  flag: 0,
  date_time: '2026-11-21T03:04:05.000Z',
  user: { id: 7, name: '佐藤 恵', avatar: null },
  item: { name: '営業会議', is_project: true, resource_id: 12, parent: null },
  project: { id: 12, name: '営業会議' },
  project_file: null,
  metadata: { joined: true },
  thread_id: null,
}

const recording: NonNullable<Notification['project_file']> = {
  id: 34,
  title: '初回訪問',
  thumbnail: '/media/grant/video/thumbnail.jpg',
  thumbnail_kind: 'normal',
  video_id: 'video',
  is_audio: false,
  is_playable: true,
  failed_reason: null,
  status: 'processed',
  transcript: { status: 'completed' },
}

/** By default a folder that was shared. */
export function aboutFolder(more: Partial<Notification> = {}): Notification {
  return { ...base, ...more }
}

/** By default an own recording whose analysis has ended. */
export function aboutFile(
  more: Partial<Notification> = {},
  file: Partial<NonNullable<Notification['project_file']>> = {},
): Notification {
  return {
    ...base,
    type: 'project-file-completed',
    item: { name: '初回訪問', is_project: false, resource_id: 34, parent: { resource_id: 12, name: '営業会議' } },
    project_file: { ...recording, ...file },
    ...more,
  }
}
