import type { requestUpload } from '@kaiwa/contract/uploads.ts'
import type { Gate } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/decision.ts'
import { findProject } from '../tree/store/items.ts'
import * as policy from '../tree/policy.ts'

/** Gate of the announcement of recordings. */
export const mayUpload: Gate<typeof requestUpload> = async ({ params }, { app, actor }) =>
  assertAllowed(policy.upload(await findProject(app.db, actor, params.id)))
