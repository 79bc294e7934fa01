import type { listTags as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { editTag } from './policy.ts'
import { listVisibleTags } from './store/tags.ts'

export const listTags: Handler<typeof contract> = async (_input, { app, actor }) => {
  const rows = await listVisibleTags(app.db, actor)
  return rows.map(({ created_by, is_in_editable_file, ...tag }) => ({
    ...tag,
    can: { edit: editTag(actor, { created_by, is_in_editable_file }).allowed },
  }))
}
