// Access rules for speakers. They belong to folders.
import type { SpeakerAbilities } from '@kaiwa/contract/speakers.ts'
import { all, type Decision, when } from '../tree/decision.ts'
import { type EffectiveRole, folderEditor, isEditingRole, type Subject } from '../tree/policy.ts'

/** An editor of the folder creates, renames and merges its speakers. */
export function editSpeakers(folder: Subject): Decision {
  return folderEditor(folder)
}

/** A speaker, judged by the reader's roles on its folders: an editor of at least one of them may edit it. */
export function editSpeaker(roles: readonly (EffectiveRole | null)[]): Decision {
  return when(roles.some(isEditingRole), 'role')
}

/** Only speakers that people created may be merged into another. */
function mergeSpeaker(roles: readonly (EffectiveRole | null)[], speaker: { is_manual: boolean }): Decision {
  return all(editSpeaker(roles), when(speaker.is_manual, 'state'))
}

export function speakerAbilities(
  roles: readonly (EffectiveRole | null)[],
  speaker: { is_manual: boolean },
): SpeakerAbilities {
  return {
    edit: editSpeaker(roles).allowed,
    merge: mergeSpeaker(roles, speaker).allowed,
  }
}
