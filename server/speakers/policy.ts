// Access rules for speakers. They belong to folders.
import type { SpeakerAbilities } from '@kaiwa/contract/speakers.ts'
import { all, type Decision, when } from '../tree/decision.ts'
import { type EffectiveRole, folderEditor, isEditingRole, type Subject } from '../tree/policy.ts'

/** An editor of the folder creates, renames and merges its speakers. */
export const editSpeakers = (folder: Subject): Decision => folderEditor(folder)

/** A speaker, judged by the reader's roles on its folders: an editor of at least one of them may edit it. */
export const editSpeaker = (roles: readonly (EffectiveRole | null)[]): Decision =>
  when(roles.some(isEditingRole), 'role')

/** Only speakers that people created may be merged into another. */
const mergeSpeaker = (roles: readonly (EffectiveRole | null)[], speaker: { is_manual: boolean }): Decision =>
  all(editSpeaker(roles), when(speaker.is_manual, 'state'))

export const speakerAbilities = (
  roles: readonly (EffectiveRole | null)[],
  speaker: { is_manual: boolean },
): SpeakerAbilities => ({
  edit: editSpeaker(roles).allowed,
  merge: mergeSpeaker(roles, speaker).allowed,
})
