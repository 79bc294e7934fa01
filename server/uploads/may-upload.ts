import type { requestUpload } from '@kaiwa/contract/uploads.ts'
import type { Gate } from '../platform/http/route.ts'
import { insist } from '../workspace/insist.ts'
import { findProject } from '../workspace/items.ts'
import * as policy from '../workspace/policy.ts'

/** Gate of the announcement of recordings. */
export const mayUpload: Gate<typeof requestUpload> = async ({ params }, { app, actor }) =>
  insist(policy.upload(await findProject(app.db, actor, params.id)))
