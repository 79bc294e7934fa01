import type * as comments from '../comments.ts'
import type { TextsOf } from './operation-text.ts'

const WRITTEN = {
  body: 'Plain text, 1 to 2,000 characters.',
  mentions: 'Ids of people who are mentioned. Each must see the file, and the text must contain `@` and their name.',
}

export const commentTexts: TextsOf<typeof comments> = {
  listCommentThreads: {
    summary: 'List the threads of a file',
    description:
      'Threads in the order of the recording, open and resolved, without their comments. Without ids, all threads of the file; unknown ids are left out.',
  },
  listComments: {
    summary: 'Read the comments of threads',
    description: 'These threads with all of their comments, in the order of the recording. Unknown ids are left out.',
  },
  createCommentThread: {
    summary: 'Comment on a passage',
    description:
      'Starts a thread. Answers E_CONFLICT with the reason `passage` when the saved block does not contain the passage.',
    fields: {
      ...WRITTEN,
      start_offset: 'Where the passage begins, in UTF-16 code units.',
      text: 'Text of the passage. If it stands elsewhere in the block, the nearest place is taken.',
    },
  },
  replyToThread: {
    summary: 'Answer in a thread',
    description: 'A resolved thread stays resolved.',
    fields: WRITTEN,
  },
  resolveThread: {
    summary: 'Resolve a thread or open it again',
    description: 'Allowed for the person who started it and for editors of the file, in every state of the file.',
    fields: { is_resolved: 'True resolves the thread, false opens it again.' },
  },
  editComment: {
    summary: 'Change the text of a comment',
    description: 'Allowed for its author. People who are mentioned for the first time are notified.',
    fields: WRITTEN,
  },
  deleteComment: {
    summary: 'Delete a comment',
    description:
      'Allowed for its author and for people who may delete the file, in every state of the file. The last comment takes its thread.',
  },
  findMentionable: {
    summary: 'Find people to mention',
    description: 'People who see the file, without the caller; at most 10.',
    fields: { search: 'Part of the name; empty for the first people.' },
  },
}
