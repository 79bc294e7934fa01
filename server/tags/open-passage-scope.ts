import type { FolderScope } from '@kaiwa/contract/folder-scope.ts'
import type { Actor } from '../accounts/actor.ts'
import { findFile } from '../files/store/files.ts'
import type { Db } from '../platform/database/database.ts'
import { findProject } from '../tree/store/items.ts'
import type { PassageScope } from './store/passages.ts'

interface Request {
  projectId: number
  scope: FolderScope
  fileId?: number | undefined
}

/** The files whose passages are requested. Refuses with E_NOT_FOUND. */
export async function openPassageScope(
  db: Db,
  actor: Actor,
  { projectId, scope, fileId }: Request,
): Promise<PassageScope> {
  const folder = await findProject(db, actor, projectId)
  if (fileId !== undefined) await findFile(db, actor, fileId, projectId)
  return { folder, scope, fileId }
}
