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

export const routes = [
  route(contract.listMembers, listMembers),
  route(contract.searchMembers, searchMembers),
  route(contract.validateInvitation, validateInvitation),
  route(contract.inviteMember, inviteMember),
  route(contract.updateMemberRole, updateMemberRole),
  route(contract.updateInvitedRole, updateInvitedRole),
  route(contract.detachEditor, detachEditor),
  route(contract.removeMember, removeMember),
  route(contract.verifyInvitation, verifyInvitation),
  route(contract.checkMemberQuota, checkMemberQuota),
  route(contract.acceptInvitation, acceptInvitation),
]
