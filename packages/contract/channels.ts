// Names of the private realtime channels. Server, browser and tests build and parse them here and nowhere else.

/**
 * `user`: one person. `folder`: the people who see everything in a folder and below it. `file`: the people who see one
 * file. `chat`: the person who started a chat.
 */
export type ChannelKind = 'user' | 'folder' | 'file' | 'chat'

interface Names {
  user: `private-user-${number}`
  folder: `private-project-${number}`
  file: `private-project-file-${number}`
  chat: `private-chat-${number}`
}

/** Channels of people who see a file. */
export type ReaderChannel = Channel<'user' | 'folder' | 'file'>

/** The name of a channel; of one of these kinds, if any are given. */
export type Channel<K extends ChannelKind = ChannelKind> = Names[K]

export function userChannel(userId: number): Channel<'user'> {
  return `private-user-${userId}`
}

/** `projectId` is the id of the folder as a project, not as an item. */
export function folderChannel(projectId: number): Channel<'folder'> {
  return `private-project-${projectId}`
}

export function fileChannel(fileId: number): Channel<'file'> {
  return `private-project-file-${fileId}`
}

export function chatChannel(chatId: number): Channel<'chat'> {
  return `private-chat-${chatId}`
}

const KIND_BY_PREFIX: Readonly<Record<string, ChannelKind>> = {
  'private-user-': 'user',
  'private-project-': 'folder',
  'private-project-file-': 'file',
  'private-chat-': 'chat',
}

/** The kind and id in a channel name; null if the name is not one that the functions above return for an id. */
export function parseChannel(name: string): { kind: ChannelKind; id: number } | null {
  const match = /^(private-[a-z-]+-)([1-9]\d{0,9})$/.exec(name)
  const kind = match && KIND_BY_PREFIX[match[1]!]
  return kind ? { kind, id: Number(match[2]) } : null
}
