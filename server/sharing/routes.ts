import * as contract from '@kaiwa/contract/sharing.ts'
import { route } from '../platform/http/route.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { checkMemberQuota } from './check-member-quota.ts'
import { detachEditor } from './detach-editor.ts'
import { inviteMember } from './invite-member.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'
import { searchMembers } from './search-members.ts'
import { updateInvitedRole } from './update-invited-role.ts'
import { updateMemberRole } from './update-member-role.ts'
import { validateInvitation } from './validate-invitation.ts'
import { verifyInvitation } from './verify-invitation.ts'
import { mayChangeRoles, mayInvite, mayRemove } from './may-share.ts'

export const routes = [
  route(contract.listMembers, listMembers),
  route(contract.searchMembers, searchMembers),
  route(contract.validateInvitation, validateInvitation, mayInvite),
  route(contract.inviteMember, inviteMember, mayInvite),
  route(contract.updateMemberRole, updateMemberRole, mayChangeRoles),
  route(contract.updateInvitedRole, updateInvitedRole, mayInvite),
  route(contract.detachEditor, detachEditor),
  route(contract.removeMember, removeMember, mayRemove),
  route(contract.verifyInvitation, verifyInvitation),
  route(contract.checkMemberQuota, checkMemberQuota),
  route(contract.acceptInvitation, acceptInvitation),
]
