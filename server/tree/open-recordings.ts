import type { openRecordings as contract } from '@kaiwa/contract/home.ts'
import { RECORDINGS } from '@kaiwa/contract/recordings-folder.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { findPerson } from '../accounts/person.ts'
import { isSubscribed } from '../billing/store/subscriptions.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { addFolder } from './create-folder.ts'
import { assertAllowed } from './decision.ts'
import { lockTreeFor } from './lock-tree-for.ts'
import * as policy from './policy.ts'
import { presentItem } from './present-item.ts'
import { findFoldersIn, findFolder, findRootItemId } from './store/items.ts'

const OF_PERSON = {
  ja: (person: string) => `${RECORDINGS.ja}（${person}）`,
  en: (person: string) => `${RECORDINGS.en} (${person})`,
}

/** Characters of a person's name in a folder name, which is at most LIMITS.nameLength long. */
const PERSON_LENGTH = LIMITS.nameLength - OF_PERSON.en('').length

function isNamed(name: string, person: string): boolean {
  return (Object.keys(RECORDINGS) as Locale[]).some((locale) =>
    [RECORDINGS[locale], OF_PERSON[locale](person)].includes(name),
  )
}

/**
 * Finds or creates the folder for recordings without a folder. The lock of the tree is held from the search to the
 * commit, so that a second call waits and finds the folder of the first.
 */
export const openRecordings: Handler<typeof contract> = ({ body }, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const { workspaceId } = actor
    if (workspaceId === null) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    const root = await findFolder(trx, actor, await findRootItemId(trx, workspaceId))
    assertAllowed(policy.createFolder(actor, root))
    const { name: fullName = '' } = (await findPerson(trx, actor.id)) ?? {}
    const person = [...fullName].slice(0, PERSON_LENGTH).join('').trim()
    const candidates = (await findFoldersIn(trx, actor, root.id)).filter(({ name }) => isNamed(name, person))
    const existing = candidates.find((folder) => policy.upload(folder).allowed)
    if (existing) return presentItem(existing, actor)
    if (!(await isSubscribed(trx, workspaceId))) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    const name = candidates.length > 0 ? OF_PERSON[body.locale](person) : RECORDINGS[body.locale]
    return presentItem(await addFolder(trx, actor, root, name), actor)
  })
