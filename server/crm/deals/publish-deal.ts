import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/store/outbox.ts'
import { fileChannels } from '../../tree/store/readers.ts'

/** Publishes to the readers of a file that what Kaiwa stores about its deal changed. */
export async function publishDeal(trx: Trx, file: { id: number; project_id: number }): Promise<void> {
  await publish(trx, {
    type: 'crm.deal_changed',
    data: { project_file_id: file.id },
    channels: await fileChannels(trx, file),
  })
}
