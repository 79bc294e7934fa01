import * as contract from '@kaiwa/contract/members.ts'
import { route } from '../platform/http/route.ts'
import { addWorkspaceMembers } from './add-workspace-members.ts'
import { changeWorkspaceRole } from './change-workspace-role.ts'
import { listMemberUsage } from './list-member-usage.ts'
import { listWorkspaceMembers } from './list-workspace-members.ts'
import { removeWorkspaceMember } from './remove-workspace-member.ts'

export const routes = [
  route(contract.listWorkspaceMembers, listWorkspaceMembers),
  route(contract.listMemberUsage, listMemberUsage),
  route(contract.addWorkspaceMembers, addWorkspaceMembers),
  route(contract.removeWorkspaceMember, removeWorkspaceMember),
  route(contract.changeWorkspaceRole, changeWorkspaceRole),
]
