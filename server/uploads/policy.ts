// Pure rules for storage reservations of bytes that have not arrived. The SQL uses the roles defined here.
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'

/** Roles whose uploads take precedence over reservations of others. */
export const STORAGE_PRECEDENCE_ROLES = [ROLE.owner, ROLE.manager] as const

export function hasStoragePrecedence({ workspaceRole }: Pick<Actor, 'workspaceRole'>): boolean {
  return STORAGE_PRECEDENCE_ROLES.some((role) => role === workspaceRole)
}

/** All values are bytes. Outstanding: reserved by unfinished uploads for bytes that have not arrived. */
export interface StorageDemand {
  wanted: number
  hasPrecedence: boolean
  /** Storage that holds no file and no received byte of an upload. */
  free: number
  /** Outstanding reservations of the requesting user. */
  own: number
  /** Outstanding reservations of all users, including the requesting one. */
  outstanding: number
  /** The part of `outstanding` that belongs to neither owner nor managers. */
  preemptible: number
}

/** Returns the bytes of other users' reservations to release so that the demand fits; null when it does not fit. */
export function bytesToRelease({
  wanted,
  hasPrecedence,
  free,
  own,
  outstanding,
  preemptible,
}: StorageDemand): number | null {
  const missing = wanted - (free - outstanding)
  if (hasPrecedence) return missing <= preemptible ? Math.max(0, missing) : null
  const share = Math.max(free / 2, LIMITS.unsentMb * BYTES_PER_MB)
  return missing <= 0 && own + wanted <= share ? 0 : null
}

/** Bytes that an upload reserves when it is announced; `bytes` is null for a live recording. */
export function reservationOf(bytes: number | null): number {
  return bytes ?? recordingReservation(0)
}

/** Bytes that a recording of unknown length reserves to hold `bytes`: whole steps of 100 MB, at least one. */
export function recordingReservation(bytes: number): number {
  const step = LIMITS.recordingStepMb * BYTES_PER_MB
  return Math.max(1, Math.ceil(bytes / step)) * step
}

/**
 * Numbers of uploads without a byte: of the requesting user, of all users including that one, and the newly announced.
 */
export interface UnsentUploads {
  hasPrecedence: boolean
  own: number
  all: number
  wanted: number
}

/**
 * Whether the announced uploads stay within the limits. The limit of the workspace does not bind owner and managers, so that
 * others cannot lock them out.
 */
export function mayAnnounce({ hasPrecedence, own, all, wanted }: UnsentUploads): boolean {
  return own + wanted <= LIMITS.unsentUploads && (hasPrecedence || all + wanted <= LIMITS.unsentUploadsPerWorkspace)
}
