import { describe, expect, it } from 'vitest'
import { notificationUrl, changesRights, needsOpening, openingFailure } from './opening-rules.ts'
import { aboutFile, aboutFolder } from './test/notification.ts'

describe('opening a notification', () => {
  it.each([
    ['unread', 0, true, true],
    ['an opened notification', 1, true, false],
    ['one marked as read with all others', -1, true, false],
    ['an unread invitation', 0, false, true],
    ['a read pending invitation', 1, false, true],
    ['a pending invitation marked as read with all others', -1, false, true],
  ] as const)('NOTI-03 NOTI-06 %s: calls the server: %s', (_what, flag, joined, isAsked) =>
    expect(needsOpening(aboutFolder({ flag, metadata: { joined } }))).toBe(isAsked),
  )

  it.each([
    ['NOTI-07', 'an invitation', aboutFolder(), '/projects/12?refresh=1'],
    ['NOTI-07', 'an invitation to a file', aboutFile({ type: 'project-invited' }), '/projects/12/files/34'],
    ['NOTI-08', 'a recording that was added', aboutFile({ type: 'project-file-interview' }), '/projects/12/files/34'],
    ['NOTI-08', 'a recording that is analysed', aboutFile(), '/projects/12/files/34'],
    ['NOTI-09', 'who joined a folder', aboutFolder({ type: 'project-joined' }), '/projects/12'],
    ['NOTI-09', 'who joined a file', aboutFile({ type: 'project-joined' }), '/projects/12/files/34'],
    ['NOTI-08', 'a comment', aboutFile({ type: 'comment-mentioned', thread_id: 5 }), '/projects/12/files/34?thread=5'],
    ['NOTI-11', 'a file whose folder is missing', aboutFile({ project: null }), null],
  ])('%s %s opens the right page', (_id, _what, notification, address) =>
    expect(notificationUrl(notification)).toBe(address),
  )

  it('NOTI-07 the user is reloaded after an invitation only', () => {
    expect(changesRights({ type: 'project-invited' })).toBe(true)
    for (const type of ['project-joined', 'project-file-interview', 'project-file-completed'] as const)
      expect(changesRights({ type })).toBe(false)
  })

  it.each([
    ['NOTI-10', 'PROJECT_MAX_EDITOR_EXCEEDED', 'no-access'],
    ['NOTI-10', 'PROJECT_MAX_VIEWER_EXCEEDED', 'no-access'],
    ['NOTI-10', 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA', 'no-access'],
    ['NOTI-10', 'WORKSPACE_EXIST_USER_IN_OTHER_WORKSPACE', 'no-access'],
    ['NOTI-11', 'E_NOT_FOUND', 'denied'],
    ['NOTI-11', 'E_FORBIDDEN', 'denied'],
    ['NOTI-11', 'OFFLINE', 'failed'],
    ['NOTI-11', 'E_INTERNAL', 'failed'],
    ['NOTI-11', null, 'failed'],
  ] as const)('%s %s is %s', (_id, code, refused) => expect(openingFailure(code)).toBe(refused))
})
