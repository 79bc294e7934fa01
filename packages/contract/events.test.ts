import { expect, it } from 'vitest'
import { chatChannel, fileChannel, folderChannel, parseChannel, userChannel } from './channels.ts'
import { type EventName, events, wireName } from './events.ts'

it.each([
  [userChannel(7), 'private-user-7', { kind: 'user', id: 7 }],
  [folderChannel(7), 'private-project-7', { kind: 'folder', id: 7 }],
  [fileChannel(7), 'private-project-file-7', { kind: 'file', id: 7 }],
  [chatChannel(7), 'private-chat-7', { kind: 'chat', id: 7 }],
])('builds and parses %s', (built, name, parsed) => {
  expect(built).toBe(name)
  expect(parseChannel(name)).toEqual(parsed)
})

it.each([
  'private-project-07',
  'private-project-',
  'private-project-0',
  'private-project-7x',
  'private-project-99999999999',
  'private-project-7-8',
  'private-projects-7',
  'private-workspace-7',
  'presence-project-7',
  'project-7',
])('parses no channel from %s', (name) => {
  expect(parseChannel(name)).toBeNull()
})

const names = Object.keys(events) as EventName[]

it.each([
  ['transcript.edit_lock_updated', 'transcript-edit-lock-updated'],
  ['transcript.blocks-reanalysed', 'transcript-blocks-reanalysed'],
  ['file.processed', 'file-processed'],
  ['chat.has_message', 'has_message'],
] as const)('%s reaches clients as %s', (name, onWire) => expect(wireName(name)).toBe(onWire))

it('clients receive these messages, on these kinds of channels', () => {
  const received = names.filter((name) => events[name].channels.length > 0)
  expect(Object.fromEntries(received.map((name) => [wireName(name), events[name].channels.join(' ')]))).toEqual({
    'file-updated': 'folder file user',
    'estimation-updated': 'folder file user',
    'file-processed': 'folder file user',
    'process-failed': 'folder file user',
    'files-deleted': 'folder user',
    'transcript-edit-lock-updated': 'file',
    'transcript-changed': 'file',
    'comments-changed': 'file',
    'crm-connection-changed': 'user',
    'crm-deal-changed': 'folder file user',
    'crm-generation-changed': 'user',
    has_message: 'chat',
    'chats-changed': 'user',
    'transcript-blocks-reanalysed': 'folder file user',
    'summary-changed': 'file',
    'summaries-switched': 'user',
    'transcript-tag-updated': 'file',
    'block-speaker-changed': 'folder file user',
    'speakers-changed': 'folder user',
    'project-category-tag-updated': 'file user',
    'figures-changed': 'folder user',
    'items-changed': 'folder user',
    'item-renamed': 'user',
    'trash-changed': 'user',
    'usage-changed': 'user',
    'recordings-changed': 'folder user',
    'rights-changed': 'user',
    'new-notification': 'user',
    'notifications-read': 'user',
  })
})

it('no two events have the same name on a channel', () => {
  expect(new Set(names.map(wireName)).size).toBe(names.length)
})

it.each(names)('%s accepts no additional field', (name) => {
  const { error } = events[name].data.safeParse({ secret: 'x' })
  expect(error?.issues.filter(({ code }) => code === 'unrecognized_keys')).toHaveLength(1)
})
