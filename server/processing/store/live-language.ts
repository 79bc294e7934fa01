import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import type { Trx } from '../../platform/database/database.ts'

export function saveLiveLanguage(trx: Trx, fileId: number, language: SpokenLanguage) {
  return trx.updateTable('files').set({ language }).where('id', '=', fileId).execute()
}
