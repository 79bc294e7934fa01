import type { Speaker } from '@kaiwa/contract/speakers.ts'

/** The speakers that may be merged into a target: those with `can.merge`, except the target. */
export function mergeable<S extends Pick<Speaker, 'id' | 'can'>>(speakers: readonly S[], targetId: number | null): S[] {
  return speakers.filter(({ id, can }) => can.merge && id !== targetId)
}
