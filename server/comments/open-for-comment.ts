// The first step of every change of comments: checks that the actor sees the file, locks the file's row until the
// transaction ends, and checks again, because rights may have ended during the wait. Saves of the transcript lock the same
// row, so a passage cannot move in between. Text is written only in a processed file. Resolving and deleting need no
// transcript and are possible in every state.
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import { lockFile } from '../files/store/files.ts'
import type { App } from '../platform/app.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { all, assertAllowed, reader } from '../tree/policy.ts'
import { comment, editComment, resolveThread } from './policy.ts'
import { type CommentedFile, findComment, findCommentedFile, findFileOf, findThreads } from './store/threads.ts'

export type CommentTarget = { fileId: number } | { threadId: number } | { commentId: number }

async function findFile(db: Db | Trx, actor: Actor, target: CommentTarget) {
  const fileId = 'fileId' in target ? target.fileId : await findFileOf(db, target)
  const file = fileId === undefined ? undefined : await findCommentedFile(db, actor, fileId)
  if (!file) throw new Refusal('E_NOT_FOUND')
  return file
}

interface OpenFile {
  actor: Actor
  file: CommentedFile
}

/** For changes without new text. Refuses with E_NOT_FOUND and E_FORBIDDEN (role). */
export async function openCommentedFile(trx: Trx, actor: Actor, target: CommentTarget): Promise<OpenFile> {
  const { id } = await findFile(trx, actor, target)
  await lockFile(trx, id)
  const now = await reloadActor(trx, actor)
  const file = await findFile(trx, now, target)
  assertAllowed(reader(file))
  return { actor: now, file }
}

/** For writing. Refuses also with E_CONFLICT (state: not processed). */
export async function openForComment(trx: Trx, actor: Actor, target: CommentTarget): Promise<OpenFile> {
  const open = await openCommentedFile(trx, actor, target)
  assertAllowed(comment(open.file, open.file))
  return open
}

interface GateContext {
  app: Pick<App, 'db'>
  actor: Actor
}

/** Gate for operations that name a file, a thread or a comment. */
export async function mayComment({ params }: { params: CommentTarget }, { app, actor }: GateContext): Promise<void> {
  const file = await findFile(app.db, actor, params)
  assertAllowed(comment(file, file))
}

/** Gate for resolving a thread. */
export async function mayResolve(
  { params }: { params: { threadId: number } },
  { app, actor }: GateContext,
): Promise<void> {
  const file = await findFile(app.db, actor, params)
  const [thread] = await findThreads(app.db, file.id, [params.threadId])
  if (!thread) throw new Refusal('E_NOT_FOUND')
  assertAllowed(resolveThread(actor, file, thread))
}

/** Gate for changing the text of a comment. */
export async function mayEditComment(
  { params }: { params: { commentId: number } },
  { app, actor }: GateContext,
): Promise<void> {
  const file = await findFile(app.db, actor, params)
  const written = await findComment(app.db, params.commentId)
  if (!written) throw new Refusal('E_NOT_FOUND')
  assertAllowed(all(comment(file, file), editComment(actor, file, written)))
}
