// Who may reserve how much storage for bytes that have not come yet. Pure rules; the SQL takes the roles from here.
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'

/** Roles whose uploads take precedence: they pay for the workspace or manage it. */
export const STORAGE_KEEPERS = [ROLE.owner, ROLE.manager] as const

export const keepsStorage = ({ workspaceRole }: Pick<Actor, 'workspaceRole'>): boolean =>
  STORAGE_KEEPERS.some((role) => role === workspaceRole)

/** All values are bytes. "Promised" storage is reserved by uploads and has not been filled by bytes. */
export type StorageDemand = {
  wanted: number
  isKeeper: boolean
  /** Storage that holds no file and no byte of an upload. */
  free: number
  /** What is promised to whoever asks. */
  own: number
  /** What is promised to everybody, whoever asks included. */
  promised: number
  /** The part of it that is promised to people who are no keepers. */
  yielding: number
}

/** Bytes that others must give up so that the demand fits; null where it does not fit. */
export const judgeDemand = ({ wanted, isKeeper, free, own, promised, yielding }: StorageDemand): number | null => {
  const missing = wanted - (free - promised)
  if (isKeeper) return missing <= yielding ? Math.max(0, missing) : null
  const share = Math.max(free / 2, LIMITS.unsentMb * BYTES_PER_MB)
  return missing <= 0 && own + wanted <= share ? 0 : null
}

/** Bytes that an upload reserves when it is announced; a recording (null) has no size yet. */
export const reservationOf = (bytes: number | null): number => bytes ?? recordingReservation(0)

/** Bytes that a recording of unknown length reserves so that `bytes` of it may come: started steps, at least one. */
export const recordingReservation = (bytes: number): number => {
  const step = LIMITS.recordingStepMb * BYTES_PER_MB
  return Math.max(1, Math.ceil(bytes / step)) * step
}
