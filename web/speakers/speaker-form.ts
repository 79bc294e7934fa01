// The form of a speaker as data: what was there, what stands in it now, and what is wrong with it.
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { nameRule } from '../ui/form/rules.ts'
import type { Problem } from '../ui/form/rules.ts'
import type { SpeakerFields } from './queries.ts'

export const isChanged = (first: SpeakerFields, now: SpeakerFields): boolean =>
  now.name !== first.name || now.description !== first.description || now.picture !== null

/** Characters of a description as the server counts them. */
export const lengthOf = (description: string): number => description.trim().length

export const isTooLong = (description: string): boolean => lengthOf(description) > LIMITS.speakerDescriptionLength

/** Whether the form may be sent. */
export const canSave = ({ name, description }: SpeakerFields): boolean => !nameRule(name) && !isTooLong(description)

export const nameProblem = ({ name }: SpeakerFields, refused: FieldErrors): Problem | null =>
  nameRule(name) ?? (refused['name'] ? { key: 'format' } : null)
