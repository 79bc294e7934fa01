import { ROLE } from '@kaiwa/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import type { MemberRoleSources } from '../membership/store/item-members.ts'
import { commentReaders, followers, uploader } from './recipients.ts'

const { owner: OWNER, manager: MANAGER, member: MEMBER, guest: GUEST, editor: EDITOR, viewer: VIEWER } = ROLE

function person(workspace_role: MemberRoleSources['workspace_role'], given: Partial<MemberRoleSources> = {}) {
  return {
    id: 1,
    workspace_role,
    is_creator: false,
    direct: null,
    inherited: null,
    elsewhere: null,
    ...given,
  }
}

const recording = { uploadedBy: 2, importedBy: null, folderMakers: [] }

describe('recipients for an available recording', () => {
  it.each([
    ['a guest with a role on the file', person(GUEST, { direct: VIEWER }), {}, true],
    ['a guest with a role on a folder above it', person(GUEST, { inherited: EDITOR }), {}, true],
    ['a guest without a role here', person(GUEST, { elsewhere: EDITOR }), {}, false],
    ['a member with a role on a folder above it', person(MEMBER, { inherited: EDITOR }), {}, true],
    ['a member who sees it only through the workspace', person(MEMBER), {}, false],
    ['a manager who sees it only through the workspace', person(MANAGER), {}, false],
    ['the owner who created its folder', person(OWNER), { folderMakers: [1] }, true],
    ['a guest who created the folder and was detached later', person(GUEST), { folderMakers: [1] }, false],
    ['its uploader', person(MEMBER, { is_creator: true, inherited: EDITOR }), { uploadedBy: 1 }, false],
    ['the person who imported the transcript', person(MEMBER, { inherited: EDITOR }), { importedBy: 1 }, false],
  ])('NOTI-04 %s', (_who, one, about, isNotified) =>
    expect(followers([one], { ...recording, ...about })).toEqual(isNotified ? [1] : []),
  )
})

describe('recipients for a finished analysis', () => {
  it.each([
    ['its uploader', person(MEMBER, { is_creator: true }), {}, true],
    ['an uploader who no longer sees it', person(GUEST), {}, false],
    ['an uploader who imported the transcript', person(MEMBER), { importedBy: 1 }, false],
    ['another person', person(MANAGER), { uploadedBy: 2 }, false],
  ])('NOTI-04 %s', (_who, one, about, isNotified) =>
    expect(uploader([one], { ...recording, uploadedBy: 1, ...about })).toEqual(isNotified ? [1] : []),
  )
})

describe('recipients for a comment', () => {
  const people = [1, 2, 3, 4].map((id) => ({ ...person(MEMBER), id }))
  const comment = { by: 1, isNew: true, isFirst: false, mentioned: [], participants: [1, 2], owners: [3] }

  it.each([
    ['an answer: those who take part', {}, { replied: [2], added: [3] }],
    ['a first comment: the owners', { isFirst: true }, { added: [3] }],
    ['a mention, once per person', { mentioned: [2, 3, 4] }, { mentioned: [2, 3, 4] }],
    ['an owner who takes part, once', { participants: [2, 3] }, { replied: [2, 3] }],
    ['not the author of the comment', { by: 2, mentioned: [2], owners: [2] }, { replied: [1] }],
    ['a change: only new mentions', { isNew: false, mentioned: [4] }, { mentioned: [4] }],
  ])('%s', (_what, about, expected) =>
    expect(commentReaders(people, { ...comment, ...about })).toEqual({
      mentioned: [],
      replied: [],
      added: [],
      ...expected,
    }),
  )

  it('exclude people without access', () => {
    const stranger = { ...person(GUEST), id: 2 }
    const readers = commentReaders([stranger], { ...comment, mentioned: [2], owners: [2] })
    expect(readers).toEqual({ mentioned: [], replied: [], added: [] })
  })
})
