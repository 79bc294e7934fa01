// Access rules for comments. Who sees the transcript of a file may comment on it, as viewer and as guest of one file too.
import type { FileStatus } from '@kaiwa/contract/files.ts'
import type { Actor } from '../accounts/actor.ts'
import { all, type Decision, editor, reader, remove, type Subject, when, YES } from '../tree/policy.ts'

type Caller = Pick<Actor, 'id' | 'workspaceRole'>

interface Authored {
  /** Null if the account was deleted. */
  author_id: number | null
}

function isAuthor(actor: Caller, { author_id }: Authored): boolean {
  return author_id === actor.id
}

/** Starting a thread, and answering in one. Also a condition of changing a text. */
export function comment(item: Subject, file: { status: FileStatus }): Decision {
  return all(reader(item), when(file.status === 'processed', 'state'))
}

/** The person who started the thread, and editors of the file. */
export function resolveThread(actor: Caller, item: Subject, thread: Authored): Decision {
  return all(reader(item), isAuthor(actor, thread) ? YES : editor(item))
}

/** Only the author changes a text. */
export function editComment(actor: Caller, item: Subject, written: Authored): Decision {
  return all(reader(item), when(isAuthor(actor, written), 'role'))
}

/** The author, and everyone who may delete the file. */
export function deleteComment(actor: Caller, item: Subject, written: Authored): Decision {
  return all(reader(item), isAuthor(actor, written) ? YES : remove(actor, item))
}
