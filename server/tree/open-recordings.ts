import type { openRecordings as contract } from '@kaiwa/contract/home.ts'
import { locale } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { makeProductName, type NameKey, productName } from '@kaiwa/contract/product-names.ts'
import { findPerson } from '../accounts/person.ts'
import { isSubscribed } from '../billing/store/subscriptions.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { addFolder } from './create-folder.ts'
import { assertAllowed } from './policy.ts'
import { lockTreeFor } from './lock-tree-for.ts'
import * as policy from './policy.ts'
import { presentItem } from './present-item.ts'
import { findFoldersIn, findFolder, findRootItemId } from './store/items.ts'

const LOCALES = locale.options

/** Characters of a person's name in a folder name, which is at most LIMITS.nameLength long in each language. */
const PERSON_LENGTH =
  LIMITS.nameLength - Math.max(...LOCALES.map((language) => productName('recordings-of:', language)?.length ?? 0))

/** Whether a folder has one of these names in any language: folders without a key were named before keys existed. */
function isNamed(name: string, keys: readonly NameKey[]): boolean {
  return LOCALES.some((locale) => keys.some((key) => productName(key, locale) === name))
}

/**
 * Finds or creates the folder for recordings without a folder. The lock of the tree is held from the search to the
 * commit, so that a second call waits and finds the folder of the first.
 */
export const openRecordings: Handler<typeof contract> = (_input, { app, actor: caller }) =>
  app.db.transaction().execute(async (trx) => {
    const actor = await lockTreeFor(trx, caller)
    const { workspaceId } = actor
    if (workspaceId === null) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    const root = await findFolder(trx, actor, await findRootItemId(trx, workspaceId))
    assertAllowed(policy.createFolder(actor, root))
    const { name: fullName = '' } = (await findPerson(trx, actor.id)) ?? {}
    const person = [...fullName].slice(0, PERSON_LENGTH).join('').trim()
    const ofPerson: NameKey = `recordings-of:${person}`
    const candidates = (await findFoldersIn(trx, actor, root.id)).filter(({ name }) =>
      isNamed(name, ['recordings', ofPerson]),
    )
    const existing = candidates.find((folder) => policy.upload(folder).allowed)
    if (existing) return presentItem(existing, actor)
    if (!(await isSubscribed(trx, workspaceId))) throw new Refusal('PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE')
    const name = makeProductName(candidates.length > 0 ? ofPerson : 'recordings')
    return presentItem(await addFolder(trx, actor, root, name), actor)
  })
