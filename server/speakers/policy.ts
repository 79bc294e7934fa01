// Access rules for speakers. They belong to folders.
import type { FolderSpeakerAbilities, SpeakerAbilities } from '@kaiwa/contract/speakers.ts'
import {
  all,
  type Decision,
  type EffectiveRole,
  folderEditor,
  isEditingRole,
  type Subject,
  when,
} from '../tree/policy.ts'

/** An editor of the folder creates, renames and merges its speakers. */
export function editSpeakers(folder: Subject): Decision {
  return folderEditor(folder)
}

/** The rights of a user on a speaker: roles on the speaker's folders, and whether the user may edit a file with the speaker. */
export interface SpeakerAccess {
  roles: readonly (EffectiveRole | null)[]
  is_in_editable_file: boolean
}

/**
 * Name, description and picture of a speaker are changed by everyone who shares a folder with it, viewers too, and by
 * editors of a file in which it speaks.
 */
export function editSpeaker({ roles, is_in_editable_file }: SpeakerAccess): Decision {
  return when(is_in_editable_file || roles.some((role) => role !== null), 'role')
}

/** Merging changes transcripts: other speakers are merged into one of a folder of which the reader is editor. */
export function mergeIntoSpeaker(roles: readonly (EffectiveRole | null)[]): Decision {
  return when(roles.some(isEditingRole), 'role')
}

/** Only speakers that people created may be merged into another. */
function mergeSpeaker(roles: readonly (EffectiveRole | null)[], speaker: { is_manual: boolean }): Decision {
  return all(mergeIntoSpeaker(roles), when(speaker.is_manual, 'state'))
}

export function speakerAbilities(access: SpeakerAccess, speaker: { is_manual: boolean }): SpeakerAbilities {
  return {
    edit: editSpeaker(access).allowed,
    merge: mergeSpeaker(access.roles, speaker).allowed,
  }
}

export function folderSpeakerAbilities(access: SpeakerAccess, speaker: { is_manual: boolean }): FolderSpeakerAbilities {
  return { ...speakerAbilities(access, speaker), merge_into: mergeIntoSpeaker(access.roles).allowed }
}
