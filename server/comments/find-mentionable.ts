import type { findMentionable as contract } from '@kaiwa/contract/comments.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { normalise } from '@kaiwa/language/normalise.ts'
import { fullName } from '../accounts/person.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { findReaders } from './readers.ts'
import { findCommentedFile } from './store/threads.ts'

function withoutSpaces(text: string): string {
  return normalise(text).replaceAll(/\s/g, '')
}

export const findMentionable: Handler<typeof contract> = async ({ params, query }, { app: { db }, actor }) => {
  const file = await findCommentedFile(db, actor, params.fileId)
  if (!file || file.role === null) throw new Refusal('E_NOT_FOUND')
  const wanted = withoutSpaces(query.search)
  const people = (await findReaders(db, file.item_id))
    .filter(({ id }) => id !== actor.id)
    .map((row) => ({ id: row.id, name: fullName(row), avatar: row.avatar }))
    .filter(({ name }) => withoutSpaces(name).includes(wanted))
  return { people: people.slice(0, LIMITS.mentionableFound) }
}
