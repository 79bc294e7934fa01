// Calls for the trash, with short names.
import { deleteFiles } from '@kaiwa/contract/files.ts'
import * as contract from '@kaiwa/contract/trash.ts'
import { deleteItem } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import type { TestApp } from '../open-test-app.ts'
import type { TestFile, TestFolder } from './items.ts'
import type { TestUser } from './users.ts'

type Thing = TestFolder | TestFile

function isFile(thing: Thing): thing is TestFile {
  return 'videoId' in thing
}

/** `opened` is called each time, because tests create the app before the tests. */
export function openTrash(opened: () => TestApp) {
  return {
    remove: (thing: Thing, as: TestUser) =>
      isFile(thing)
        ? opened().call(deleteFiles, { params: { projectId: thing.projectId }, query: { 'ids[]': [thing.id] } }, as)
        : opened().call(deleteItem, { params: { id: thing.itemId } }, as),
    restore: (things: readonly { itemId: number }[], as: TestUser) =>
      opened().call(contract.restoreItems, { body: { item_ids: things.map(({ itemId }) => itemId) } }, as),
    list: (as: TestUser, page = 1) => opened().call(contract.listTrash, { query: { page } }, as),
    deleteForever: ({ itemId }: { itemId: number }, as: TestUser) =>
      opened().call(contract.deleteForever, { params: { itemId } }, as),
    empty: (as: TestUser) => opened().call(contract.emptyTrash, {}, as),
    /** Moves the time of deletion back by this number of days. */
    age: ({ itemId }: { itemId: number }, days: number) =>
      opened()
        .db.updateTable('trash')
        .set({
          deleted_at: sql<Date>`deleted_at - make_interval(days => ${days})`,
          expires_at: sql<Date>`expires_at - make_interval(days => ${days})`,
        })
        .where('item_id', '=', itemId)
        .execute(),
  }
}
