import type { Speaker } from '@kaiwa/contract/speakers.ts'

/** Who may be merged into a target: whom the server says so of, never the target itself. */
export const mergeable = <S extends Pick<Speaker, 'id' | 'can'>>(
  speakers: readonly S[],
  targetId: number | null,
): S[] => speakers.filter(({ id, can }) => can.merge && id !== targetId)
