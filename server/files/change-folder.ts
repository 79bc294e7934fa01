import type { Trx } from '../platform/database/database.ts'

/** Stores the new folder of files, given by their item ids. */
export const changeFolder = async (trx: Trx, itemIds: readonly number[], projectId: number): Promise<void> => {
  await trx.updateTable('files').set({ project_id: projectId }).where('item_id', 'in', itemIds).execute()
}
