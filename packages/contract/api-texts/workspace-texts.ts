import type * as billing from '../billing.ts'
import type * as broadcasting from '../broadcasting.ts'
import type * as operatorConsole from '../console.ts'
import type * as home from '../home.ts'
import type * as notifications from '../notifications.ts'
import type * as trash from '../trash.ts'
import type * as workspace from '../workspace.ts'
import type { TextsOf } from './operation-text.ts'

export const workspaceTexts: TextsOf<typeof workspace> = {
  listProjects: {
    summary: 'List the folders that the caller sees',
    description: 'Pages of folders, by name. `project_speakers` is empty in lists.',
    fields: { query: 'Words to look for in names of folders.' },
  },
  getProject: {
    summary: 'Get a folder',
    description:
      'A folder with its place in the tree, its speakers and what the caller may do. Marks the folder as seen.',
    fields: {
      speakers:
        'Whether to answer the speakers of the folder; without them `project_speakers` is empty. The default is yes.',
      unread: 'Whether to answer `unread_item_ids`. The default is no.',
    },
  },
  createFolder: {
    summary: 'Create a folder',
    description: 'Creates a folder in the item of the path. Folders are at most 5 levels below the root.',
    fields: { name: 'Name of the folder, 1 to 100 characters.' },
  },
  getTree: {
    summary: 'Get the folder tree',
    description: 'Answers all folders that the caller sees, nested, with the ids of unread and shared ones.',
  },
  renameItem: {
    summary: 'Rename a folder or file',
    description: 'Answers the item with its new name.',
    fields: { name: 'New name, 1 to 100 characters.' },
  },
  deleteItem: {
    summary: 'Delete a folder or file',
    description: 'Moves it to the trash with everything in it. It is kept there for 30 days.',
  },
  moveItems: {
    summary: 'Move folders and files',
    description: 'Moves all of `target_item_ids` from the folder `id` to the folder `destinationId`, or none.',
  },
  listFiles: {
    summary: 'List a folder',
    description: 'Pages of 50 rows, folders first. Sizes are in MB of 1,048,576 bytes, durations in seconds.',
    fields: { query: 'Words to look for in names and transcripts of the folder and all folders below it.' },
  },
}

export const homeTexts: TextsOf<typeof home> = {
  getHome: {
    summary: 'Get the home',
    description:
      'Answers the last 6 recordings that the caller sees, up to 6 that are uploaded or processed, and the last 6 folders and files that others gave to the caller.',
    answer: {
      recent: 'Files that are not being processed, last updated first.',
      running: 'Files whose upload or processing has not ended, last updated first.',
      shared: 'What others gave to the caller, newest first.',
      'shared.project_id': 'Id of the folder, or of the folder of the file.',
    },
  },
  addSample: {
    summary: 'Add the sample recording',
    description:
      'Adds the sample recording in a folder of its own in the root, and answers it. Where the caller sees one already, answers that one.',
  },
  openRecordings: {
    summary: 'Open the folder for recordings',
    description:
      'Answers the folder “Recordings” of the root, and creates it if the caller may upload into none. Two calls at once answer the same folder.',
  },
}

export const trashTexts: TextsOf<typeof trash> = {
  listTrash: { summary: 'List the trash', description: 'What was deleted in the last 30 days, newest first.' },
  restoreItems: {
    summary: 'Restore from the trash',
    description: 'Restores all of the items or none. Whoever deleted them may do so for 10 minutes, as an undo.',
  },
  deleteForever: { summary: 'Delete an item of the trash for good', description: 'It cannot be restored afterwards.' },
  emptyTrash: { summary: 'Empty the trash', description: 'Deletes everything in the trash for good.' },
}

export const notificationTexts: TextsOf<typeof notifications> = {
  listNotifications: {
    summary: 'List notifications',
    description: 'Pages of 20, newest first. What the reader may no longer see is left out.',
    answer: { 'data.metadata': 'State of the invitation.' },
  },
  openNotification: {
    summary: 'Open a notification',
    description: 'Marks it as read. An invitation that waits is accepted by it.',
    answer: { metadata: 'State of the invitation.' },
  },
  readNotifications: {
    summary: 'Mark notifications as read',
    description: 'Marks those of `ids`, or all of the caller when `ids` is left out.',
    fields: { ids: 'Ids of notifications, at most 10,000.' },
  },
}

export const billingTexts: TextsOf<typeof billing> = {
  getUsage: {
    summary: 'Get the plan and what is left of it',
    description: 'Storage is in MB, analysis time in minutes of the current month in Japan, the rest are counts.',
  },
  getQuotas: {
    summary: "Get the workspace's limits and usage",
    description: 'What the workspace may use, uses and has left. Storage is in MB, analysis time in minutes.',
  },
}

export const installationTexts: TextsOf<typeof operatorConsole> = {
  getInstallation: {
    summary: 'Get what this installation can do',
    description: 'Languages that can be transcribed now; for operators and owners the state of every part as well.',
  },
  getClientConfig: {
    summary: 'Get what a client must know before anybody signs in',
    description:
      'The mode, ways to sign in, the address of the realtime service, the terms of the operator, and limits of a file.',
  },
}

export const broadcastingTexts: TextsOf<typeof broadcasting> = {
  authoriseChannel: {
    summary: 'Authorise a realtime channel',
    description:
      'Signs a private channel for one socket. Called by the Pusher client library, which dictates the shapes.',
  },
  authenticateSocket: {
    summary: 'Tell a hosted realtime service whose socket this is',
    description: 'Called by the Pusher client library. Answers E_NOT_FOUND where the realtime service is our own.',
  },
}
