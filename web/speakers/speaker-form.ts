// The speaker form as data: initial values, current values, and problems.
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { nameRule } from '../ui/form/rules.ts'
import type { Problem } from '../ui/form/rules.ts'
import type { SpeakerFields } from './queries.ts'

export const isChanged = (first: SpeakerFields, now: SpeakerFields): boolean =>
  now.name !== first.name || now.description !== first.description || now.picture !== null

/** Length of a description as counted by the server. */
export const lengthOf = (description: string): number => description.trim().length

export const isTooLong = (description: string): boolean => lengthOf(description) > LIMITS.speakerDescriptionLength

/** True when the form may be submitted. */
export const canSave = ({ name, description }: SpeakerFields): boolean => !nameRule(name) && !isTooLong(description)

export const nameProblem = ({ name }: SpeakerFields, refused: FieldErrors): Problem | null =>
  nameRule(name) ?? (refused['name'] ? { key: 'format' } : null)
