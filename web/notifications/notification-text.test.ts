import { expect, it } from 'vitest'
import { shorten, textKey } from './notification-text.ts'
import { aboutFile, aboutFolder } from './test/notification.ts'

it.each([
  ['invited', aboutFolder({ metadata: { joined: false } })],
  ['shared', aboutFolder()],
  ['joined', aboutFolder({ type: 'project-joined' })],
  ['added', aboutFile({ type: 'project-file-interview' })],
  ['completed', aboutFile()],
  ['failed', aboutFile({}, { status: 'failed', failed_reason: 'timeout' })],
  ['canceled', aboutFile({}, { status: 'canceled' })],
  ['analysing', aboutFile({}, { status: 'processing' })],
  ['analysing', aboutFile({}, { status: 'uploaded' })],
  ['mentioned', aboutFile({ type: 'comment-mentioned', thread_id: 5 })],
  ['replied', aboutFile({ type: 'comment-replied', thread_id: 5 })],
  ['commented', aboutFile({ type: 'comment-added', thread_id: 5 })],
])('NOTI-04 the text key is %s', (key, notification) => expect(textKey(notification)).toBe(key))

it.each([
  ['あ'.repeat(100), 'あ'.repeat(100)],
  ['あ'.repeat(101), `${'あ'.repeat(99)}…`],
  // Counted in code points, so that surrogate pairs stay together.
  ['😀'.repeat(100), '😀'.repeat(100)],
  ['😀'.repeat(101), `${'😀'.repeat(99)}…`],
  ['', ''],
])('NOTI-12 at most 100 characters are shown (%#)', (text, shown) => expect(shorten(text)).toBe(shown))
