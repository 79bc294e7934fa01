import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'
import './tell.ts'

/** Notifies the reader's other windows. */
export const announceRead = (trx: Trx, userId: number): Promise<void> =>
  emit(trx, { type: 'notifications.read', data: {}, channels: [`private-user-${userId}`] })
