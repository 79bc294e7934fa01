import type { getHome as contract, HomeFile } from '@kaiwa/contract/home.ts'
import { presentPerson } from '../accounts/person.ts'
import type { Handler } from '../platform/http/route.ts'
import { presentFile } from './present-file.ts'
import { type Reader, readerOf } from './reader.ts'
import { findFirstSteps, findRecentFiles, findRunningFiles, findSharedItems, type HomeRow } from './store/home.ts'

function present(row: HomeRow, reader: Reader): HomeFile {
  return { ...presentFile(row, reader), folder: { id: row.project_id, name: row.folder_name } }
}

/** The content of the reader's home, read in four statements for any number of files. */
export const getHome: Handler<typeof contract> = async (_input, context) => {
  const { actor } = context
  const { db } = context.app
  const reader = readerOf(context)
  const [recent, running, shared, first_steps] = await Promise.all([
    findRecentFiles(db, actor),
    findRunningFiles(db, actor),
    findSharedItems(db, actor),
    findFirstSteps(db, actor),
  ])
  return {
    recent: recent.map((row) => present(row, reader)),
    running: running.map((row) => present(row, reader)),
    first_steps,
    running_total: running[0]?.total ?? 0,
    shared: shared.map(({ shared_by: by, shared_at: at, ...item }) => ({
      ...item,
      shared_by: presentPerson(by),
      shared_at: at.toISOString(),
    })),
  }
}
