import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Notifications',
  empty: 'No notifications',
  emptyText: 'You are told here when a folder or file is shared with you, or when an analysis has finished.',
  unread: 'Unread',
  moreFailed: 'More notifications could not be loaded.',
  formerUser: 'Former user',
  joinedNow: 'Participated in {item_name}',
  accept: 'Join',
  noAccessTitle: 'No access privileges',
  noAccessText: 'You do not have permission to access the project',
  text: {
    invited: '{user} invited you to “{item}”',
    shared: '{user} shared “{item}” with you',
    joined: '{user} joined “{item}”',
    added: '{user} added “{item}” to “{project}”',
    completed: 'The analysis of “{item}” is complete',
    failed: 'The analysis of “{item}” failed',
    canceled: 'The analysis of “{item}” was stopped',
    analysing: '“{item}” is being analysed',
    mentioned: '{user} mentioned you in a comment on “{item}”',
    replied: '{user} replied to a comment on “{item}”',
    commented: '{user} commented on “{item}”',
  },
}
