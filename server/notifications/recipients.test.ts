import { ROLE } from '@kaiwa/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import type { Standing } from '../sharing/people.ts'
import { followers, uploader } from './recipients.ts'

const { owner: OWNER, manager: MANAGER, member: MEMBER, guest: GUEST, editor: EDITOR, viewer: VIEWER } = ROLE

const person = (workspace_role: Standing['workspace_role'], given: Partial<Standing> = {}) => ({
  id: 1,
  workspace_role,
  is_creator: false,
  direct: null,
  inherited: null,
  elsewhere: null,
  ...given,
})
const recording = { uploadedBy: 2, importedBy: null, folderMakers: [] }

describe('who is told that a recording is there', () => {
  it.each([
    ['a guest who was given the file', person(GUEST, { direct: VIEWER }), {}, true],
    ['a guest who was given a folder above it', person(GUEST, { inherited: EDITOR }), {}, true],
    ['a guest who has nothing here', person(GUEST, { elsewhere: EDITOR }), {}, false],
    ['a member who was given a folder above it', person(MEMBER, { inherited: EDITOR }), {}, true],
    ['a member who only sees it with everybody else', person(MEMBER), {}, false],
    ['a manager who only sees it with everybody else', person(MANAGER), {}, false],
    ['the owner in whose folder it is', person(OWNER), { folderMakers: [1] }, true],
    ['a guest who made the folder and was detached since', person(GUEST), { folderMakers: [1] }, false],
    ['whoever uploaded it', person(MEMBER, { is_creator: true, inherited: EDITOR }), { uploadedBy: 1 }, false],
    ['whoever brought the transcript in', person(MEMBER, { inherited: EDITOR }), { importedBy: 1 }, false],
  ])('NOTI-04 %s', (_who, one, about, isTold) =>
    expect(followers([one], { ...recording, ...about })).toEqual(isTold ? [1] : []),
  )
})

describe('who is told that an analysis has ended', () => {
  it.each([
    ['its uploader', person(MEMBER, { is_creator: true }), {}, true],
    ['an uploader who sees it no longer', person(GUEST), {}, false],
    ['an uploader who brought the transcript in', person(MEMBER), { importedBy: 1 }, false],
    ['nobody else', person(MANAGER), { uploadedBy: 2 }, false],
  ])('NOTI-04 %s', (_who, one, about, isTold) =>
    expect(uploader([one], { ...recording, uploadedBy: 1, ...about })).toEqual(isTold ? [1] : []),
  )
})
