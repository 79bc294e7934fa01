// The speaker form as data: initial values, current values, and problems.
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { nameRule } from '../ui/form/rules.ts'
import type { Problem } from '../ui/form/rules.ts'
import type { SpeakerFields } from './queries.ts'

export function isChanged(first: SpeakerFields, now: SpeakerFields): boolean {
  return now.name !== first.name || now.description !== first.description || now.picture !== null
}

/** Length of a description as counted by the server. */
export function lengthOf(description: string): number {
  return description.trim().length
}

export function isTooLong(description: string): boolean {
  return lengthOf(description) > LIMITS.speakerDescriptionLength
}

/** True when the form may be submitted. */
export function canSave({ name, description }: SpeakerFields): boolean {
  return !nameRule(name) && !isTooLong(description)
}

export function nameProblem({ name }: SpeakerFields, refused: FieldErrors): Problem | null {
  return nameRule(name) ?? (refused['name'] ? { key: 'format' } : null)
}
