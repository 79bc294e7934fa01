import type * as members from '../members.ts'
import type * as sharing from '../sharing.ts'
import type { TextsOf } from './operation-text.ts'

export const memberTexts: TextsOf<typeof members> = {
  listWorkspaceMembers: {
    summary: 'List the members of the workspace',
    description:
      'Pages of 20 people and pending invitations to the workspace, a folder or a file, with the number of people by role.',
    answer: {
      members: 'Members and pending invitations.',
      'data.folders': 'Folders that a guest was or is invited to.',
      'data.file': 'File of an invitation to a single file.',
    },
    fields: { role: 'Only people with this role.' },
  },
  listMemberUsage: {
    summary: 'List what each member used in a month',
    description: 'Analysis time in minutes, storage in MB at the end of the month, number of AI chats.',
  },
  addWorkspaceMembers: {
    summary: 'Invite people to the workspace',
    description: 'Mails an invitation to each address, at most 100 at a time.',
    fields: { role: 'Role in the workspace that the invitation gives.' },
  },
  removeWorkspaceMember: {
    summary: 'Remove a member, or withdraw an invitation',
    description: 'What the member had created is handed over to the owner of the workspace.',
  },
  changeWorkspaceRole: {
    summary: "Change a member's role in the workspace",
    description: 'A guest keeps only what was shared with them.',
    fields: { user_id: 'Id of the person.', role: 'New role in the workspace.' },
  },
}

const ROLE_HERE = 'Role on this item.'

export const sharingTexts: TextsOf<typeof sharing> = {
  listMembers: {
    summary: 'List who has access to an item',
    description: 'People with access and, for those who may invite, invitations that were not accepted yet.',
  },
  searchMembers: {
    summary: 'Search people to share an item with',
    description: 'At most 10 people of the workspace who do not have the role on the item yet.',
    fields: { query: 'Part of a name or address, 2 to 100 characters.', role_id: 'Role that is to be given.' },
  },
  validateInvitation: {
    summary: 'Check an invitation before it is sent',
    description:
      'Whether the role would exceed the plan, and whether the address belongs to another workspace. Changes nothing.',
    fields: { email: 'Address of the person to invite.', role_id: 'Role that is to be given.' },
  },
  inviteMember: {
    summary: 'Share an item with somebody',
    description: 'People of the workspace have access at once; everybody else is mailed an invitation.',
    fields: { temp_role_id: ROLE_HERE },
  },
  updateMemberRole: {
    summary: "Change somebody's role on an item",
    description: 'Role 3 makes them the owner of the item.',
    fields: { user_id: 'Id of the person.', role_id: ROLE_HERE },
  },
  updateInvitedRole: {
    summary: 'Change the role that an invitation gives',
    description: 'Holds once the invitation is accepted.',
    fields: { role_id: ROLE_HERE },
  },
  detachEditor: {
    summary: "End somebody's access to an item",
    description: 'Ends access that was given here, and stops inherited access for this person.',
    fields: { user_id: 'Id of the person.' },
  },
  removeMember: {
    summary: 'End access to an item by address',
    description: 'Withdraws an invitation, or ends the access of whoever has it.',
  },
  verifyInvitation: {
    summary: 'Get what an invitation is for',
    description: 'Whom the link invites and to what. Changes nothing.',
    fields: { token: 'Token of the invitation link.' },
  },
  checkMemberQuota: {
    summary: 'Check whether an invitation still finds a seat',
    description: 'Refused when the plan has no seat left for the role of the invitation.',
    fields: { token: 'Token of the invitation link.' },
  },
  acceptInvitation: {
    summary: 'Accept an invitation',
    description: 'Gives the caller the role of the invitation.',
    fields: { token: 'Token of the invitation link.' },
  },
}
