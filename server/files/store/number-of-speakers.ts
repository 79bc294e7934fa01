import type { Trx } from '../../platform/database/database.ts'

/** Stores how many people speak in a file that is not transcribed yet; null for automatic. */
export function saveNumberOfSpeakers(trx: Trx, fileId: number, speakers: number | null) {
  return trx.updateTable('files').set({ num_speaker: speakers }).where('id', '=', fileId).execute()
}
