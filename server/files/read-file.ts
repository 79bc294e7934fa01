import type { ProjectFile } from '@kaiwa/contract/files.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import type { Reader } from './reader.ts'
import { findFile } from './store/files.ts'
import { presentFile } from './present-file.ts'

/** Returns the file resource by id, for the responses of file actions. Refuses with E_NOT_FOUND. */
export async function readFile(db: Db | Trx, reader: Reader, fileId: number): Promise<ProjectFile> {
  return presentFile(await findFile(db, reader.actor, fileId), reader)
}
