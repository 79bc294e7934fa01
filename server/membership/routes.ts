import * as members from '@kaiwa/contract/members.ts'
import * as sharing from '@kaiwa/contract/sharing.ts'
import { route } from '../platform/http/route.ts'
import { acceptInvitation } from './invitations/accept-invitation.ts'
import { inviteMember } from './invitations/invite-member.ts'
import { updateInvitedRole } from './invitations/update-invited-role.ts'
import { validateInvitation } from './invitations/validate-invitation.ts'
import { verifyInvitation } from './invitations/verify-invitation.ts'
import { addWorkspaceMembers } from './members/add-workspace-members.ts'
import { changeWorkspaceRole } from './members/change-workspace-role.ts'
import { listMemberUsage } from './members/list-member-usage.ts'
import { listWorkspaceMembers } from './members/list-workspace-members.ts'
import { removeWorkspaceMember } from './members/remove-workspace-member.ts'
import { checkMemberQuota } from './seats/check-member-quota.ts'
import { detachEditor } from './sharing/detach-editor.ts'
import { listMembers } from './sharing/list-members.ts'
import { mayChangeRoles, mayInvite, mayRemove } from './sharing/may-share.ts'
import { removeMember } from './sharing/remove-member.ts'
import { searchMembers } from './sharing/search-members.ts'
import { updateMemberRole } from './sharing/update-member-role.ts'

export const routes = [
  route(sharing.listMembers, listMembers),
  route(sharing.searchMembers, searchMembers),
  route(sharing.validateInvitation, validateInvitation, mayInvite),
  route(sharing.inviteMember, inviteMember, mayInvite),
  route(sharing.updateMemberRole, updateMemberRole, mayChangeRoles),
  route(sharing.updateInvitedRole, updateInvitedRole, mayInvite),
  route(sharing.detachEditor, detachEditor),
  route(sharing.removeMember, removeMember, mayRemove),
  route(sharing.verifyInvitation, verifyInvitation),
  route(sharing.checkMemberQuota, checkMemberQuota),
  route(sharing.acceptInvitation, acceptInvitation),
  route(members.listWorkspaceMembers, listWorkspaceMembers),
  route(members.listMemberUsage, listMemberUsage),
  route(members.addWorkspaceMembers, addWorkspaceMembers),
  route(members.removeWorkspaceMember, removeWorkspaceMember),
  route(members.changeWorkspaceRole, changeWorkspaceRole),
]
