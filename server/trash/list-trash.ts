import { LIMITS } from '@kaiwa/contract/limits.ts'
import { nameIn } from '@kaiwa/contract/product-names.ts'
import type { listTrash as contract } from '@kaiwa/contract/trash.ts'
import { presentPerson } from '../accounts/person.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/policy.ts'
import * as policy from './policy.ts'
import { countTrash, findTrash } from './store.ts'

const SIZE = LIMITS.filesPerPage

/** Lists the items that can still be restored. The actor must manage the trash. */
export const listTrash: Handler<typeof contract> = async ({ query }, { app: { db }, actor }) => {
  assertAllowed(policy.manageTrash(actor))
  const [rows, total] = await Promise.all([
    findTrash(db, actor, { limit: SIZE, offset: (query.page - 1) * SIZE }),
    countTrash(db, actor.workspaceId),
  ])
  return {
    data: rows.map(({ remembered, place_keys: keys, ...row }) => ({
      ...row,
      place:
        row.place ?? remembered.map((name, index) => nameIn(actor.locale, { name, name_key: keys[index] ?? null })),
      is_place_gone: row.place === null,
      deleted_by: presentPerson(row.deleted_by),
      deleted_at: row.deleted_at.toISOString(),
    })),
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(total / SIZE)),
  }
}
