import type { listTagUsages as contract } from '@kaiwa/contract/tags.ts'
import { sql } from 'kysely'
import type { Handler } from '../platform/http/route.ts'
import { passagesOf } from './passages.ts'

export const listTagUsages: Handler<typeof contract> = async ({ params, query }, { app, actor }) =>
  (await passagesOf(app.db, actor, { ...params, scope: query.scope, fileId: query.project_file_id }))
    .select(['mark.tag_id', sql<number>`count(*)`.as('count')])
    .groupBy('mark.tag_id')
    .orderBy('mark.tag_id')
    .execute()
