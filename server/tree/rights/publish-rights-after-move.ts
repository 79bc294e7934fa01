import type { Trx } from '../../platform/database/database.ts'
import { findUsersAffectedByMoves, type Relocation } from '../store/users-affected-by-moves.ts'
import { publishRights } from './publish-rights.ts'

/** Returns the path of the folder that contains the item of this path. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('_'))
}

/** Publishes a change of rights to every user whose role on any item changed by these moves. */
export async function publishRightsAfterMove(
  trx: Trx,
  { workspaceId, moves }: { workspaceId: number; moves: readonly Relocation[] },
): Promise<void> {
  if (moves.length > 0) await publishRights(trx, await findUsersAffectedByMoves(trx, workspaceId, moves))
}
