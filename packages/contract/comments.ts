// Comments on a passage of a transcript. A thread belongs to a file and is anchored to a passage, which follows edits;
// when the passage is gone, the thread stays with its quote and time. Everyone who sees the file may comment.
import * as z from 'zod'
import { count, hasVisible, id, instant, person, success } from './fields.ts'
import { LIMITS } from './limits.ts'
import { list } from './list.ts'
import { operation } from './operation.ts'

/** A person mentioned in a comment. The text contains `@` followed by this name. */
export const mention = z.object({ user_id: z.int(), name: z.string() })
export type Mention = z.infer<typeof mention>

export const comment = z.object({
  id: z.int(),
  /** Null if the account was deleted. */
  author: person.nullable(),
  /** Plain text. */
  body: z.string(),
  mentions: z.array(mention),
  created_at: instant,
  edited_at: instant.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type Comment = z.infer<typeof comment>

export const commentThread = z.object({
  id: z.int(),
  /** The block of the passage, with UTF-16 offsets; the last position if the passage was removed. */
  block_uuid: z.string(),
  start_offset: z.int(),
  end_offset: z.int(),
  /** The text of the passage as it is now. */
  text: z.string(),
  /** The text of the passage when the thread was created. */
  quote: z.string(),
  /** Seconds in the recording. */
  time: z.number(),
  is_removed: z.boolean(),
  /** Null while the thread is open. */
  resolved: z.object({ at: instant, by: person.nullable() }).nullable(),
  /** Oldest first, at least one. */
  comments: z.array(comment),
  can: z.object({ reply: z.boolean(), resolve: z.boolean() }),
})
export type CommentThread = z.infer<typeof commentThread>

/** A thread without its comments: what marks its passage in the transcript and lists it. */
export const threadSummary = commentThread
  .pick({ id: true, block_uuid: true, start_offset: true, end_offset: true, time: true, is_removed: true })
  .extend({
    /** The first characters of the passage as it is now. */
    excerpt: z.string(),
    is_resolved: z.boolean(),
    comment_count: z.int(),
  })
export type ThreadSummary = z.infer<typeof threadSummary>

const ofFile = z.object({ fileId: id })
const ofThread = z.object({ threadId: id })
const ofComment = z.object({ commentId: id })

/**
 * Text and mentions of a comment. Each mentioned person must see the file, and the text must contain their name after
 * `@`.
 */
const written = z.object({
  body: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.commentLength, { abort: true })
    .refine((text) => text === '' || hasVisible(text), { params: { code: 'required' } }),
  mentions: list(id, LIMITS.mentionsPerComment).default([]),
})

const errors = ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_CONFLICT', 'E_TOO_MANY_REQUESTS'] as const
/** Rate limit of the operations that write comments. */
const rateLimit = { max: 120, window: 60, key: 'account' } as const

/**
 * All threads of a file in the order of the recording, without their comments, or those of them with these ids; unknown
 * ids are left out.
 */
export const listCommentThreads = operation({
  name: 'listCommentThreads',
  method: 'GET',
  path: '/files/{fileId}/comment-threads',
  access: 'session',
  params: ofFile,
  query: z.object({
    'thread_ids[]': z.union([id.transform((one) => [one]), list(id, LIMITS.threadSummariesPerCall)]).optional(),
  }),
  response: z.object({ threads: z.array(threadSummary) }),
  errors: ['E_NOT_FOUND'],
})

/** Threads of a file with their comments, in the order of the recording; unknown ids are left out. */
export const listComments = operation({
  name: 'listComments',
  method: 'GET',
  path: '/files/{fileId}/comments',
  access: 'session',
  params: ofFile,
  query: z.object({
    'thread_ids[]': z.union([id.transform((one) => [one]), list(id, LIMITS.commentThreadsPerCall)]),
  }),
  response: z.object({ threads: z.array(commentThread) }),
  errors: ['E_NOT_FOUND'],
})

/**
 * Creates a thread with its first comment. `text` is the passage as the caller sees it. If the passage has moved within
 * the block, the thread is anchored at its new position. If the block does not contain the passage, the answer is
 * E_CONFLICT with the reason `passage`.
 */
export const createCommentThread = operation({
  name: 'createCommentThread',
  method: 'POST',
  path: '/files/{fileId}/comment-threads',
  access: 'session',
  params: ofFile,
  body: written.extend({
    block_uuid: z.uuid(),
    start_offset: count,
    text: z.string().min(1).max(LIMITS.passageOfComment),
  }),
  response: commentThread,
  status: 201,
  errors,
  rateLimit,
})

/** Adds a reply to a thread. A resolved thread stays resolved. */
export const replyToThread = operation({
  name: 'replyToThread',
  method: 'POST',
  path: '/comment-threads/{threadId}/comments',
  access: 'session',
  params: ofThread,
  body: written,
  response: commentThread,
  status: 201,
  errors,
  rateLimit,
})

/** Resolves a thread or opens it again. */
export const resolveThread = operation({
  name: 'resolveThread',
  method: 'PATCH',
  path: '/comment-threads/{threadId}',
  access: 'session',
  params: ofThread,
  body: z.object({ is_resolved: z.boolean() }),
  response: commentThread,
  errors,
  rateLimit,
})

/** Replaces the text of one's own comment. People who are mentioned for the first time are notified. */
export const editComment = operation({
  name: 'editComment',
  method: 'PUT',
  path: '/comments/{commentId}',
  access: 'session',
  params: ofComment,
  body: written,
  response: commentThread,
  errors,
  rateLimit,
})

/** Deletes a comment; with the last one, its thread. */
export const deleteComment = operation({
  name: 'deleteComment',
  method: 'DELETE',
  path: '/comments/{commentId}',
  access: 'session',
  params: ofComment,
  response: success,
  errors,
  rateLimit,
})

/** People who see the file and can be mentioned, without the caller; the first ones by name. */
export const findMentionable = operation({
  name: 'findMentionable',
  method: 'GET',
  path: '/files/{fileId}/mentionable',
  access: 'session',
  params: ofFile,
  query: z.object({ search: z.string().trim().max(LIMITS.nameLength).default('') }),
  response: z.object({ people: z.array(person) }),
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'E_TOO_MANY_REQUESTS'],
  rateLimit: { max: 300, window: 60, key: 'account' },
})
