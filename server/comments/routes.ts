import * as contract from '@kaiwa/contract/comments.ts'
import { route } from '../platform/http/route.ts'
import { createCommentThread } from './create-comment-thread.ts'
import { deleteComment } from './delete-comment.ts'
import { editComment } from './edit-comment.ts'
import { findMentionable } from './find-mentionable.ts'
import { listCommentThreads } from './list-comment-threads.ts'
import { listComments } from './list-comments.ts'
import { mayComment, mayEditComment, mayResolve } from './open-for-comment.ts'
import { replyToThread } from './reply-to-thread.ts'
import { resolveThread } from './resolve-thread.ts'

export const routes = [
  route(contract.listCommentThreads, listCommentThreads),
  route(contract.listComments, listComments),
  route(contract.createCommentThread, createCommentThread, mayComment),
  route(contract.replyToThread, replyToThread, mayComment),
  route(contract.resolveThread, resolveThread, mayResolve),
  route(contract.editComment, editComment, mayEditComment),
  route(contract.deleteComment, deleteComment),
  route(contract.findMentionable, findMentionable),
]
