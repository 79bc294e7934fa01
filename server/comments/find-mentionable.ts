import type { findMentionable as contract } from '@kaiwa/contract/comments.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { fullName, matchesPerson } from '../accounts/person.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { findReaders } from './readers.ts'
import { findCommentedFile } from './store/threads.ts'

export const findMentionable: Handler<typeof contract> = async ({ params, query }, { app: { db }, actor }) => {
  const file = await findCommentedFile(db, actor, params.fileId)
  if (!file || file.role === null) throw new Refusal('E_NOT_FOUND')
  const people = (await findReaders(db, file.item_id)).filter(
    (person) => person.id !== actor.id && matchesPerson(person, query.search),
  )
  const found = people.slice(0, LIMITS.mentionableFound)
  return { people: found.map((person) => ({ id: person.id, name: fullName(person), avatar: person.avatar })) }
}
