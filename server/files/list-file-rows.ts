import type { ProjectFile } from '@kaiwa/contract/files.ts'
import type { Db } from '../platform/database/database.ts'
import type { Reader } from './reader.ts'
import { presentFile } from './present-file.ts'
import { findFileRows, type RowSlice, type TableContent } from './store/table-rows.ts'

/** Returns the files of a table, see `findFileRows`. */
export const listFileRows = async (
  db: Db,
  reader: Reader,
  content: TableContent,
  slice: RowSlice,
): Promise<ProjectFile[]> =>
  (await findFileRows(db, reader.actor, content, slice)).map((row) => presentFile(row, reader))
