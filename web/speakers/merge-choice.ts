import type { Speaker } from '@kaiwa/contract/speakers.ts'

/** Who may be merged into a target: whom the server says so of, never the target itself. */
export const mergeable = (speakers: readonly Speaker[], targetId: number | null): Speaker[] =>
  speakers.filter(({ id, can }) => can.merge && id !== targetId)
