import type { Session } from '@kaiwa/contract/accounts.ts'
import type { PlanName } from '@kaiwa/contract/limits.ts'
import type { App } from '../platform/app.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { extensionPoint } from '../platform/extension-point.ts'
import type { Actor } from './actor.ts'

export interface NewMember {
  /** Creates a workspace with its owner, root folder and plan. */
  createWorkspace: (trx: Trx, workspace: { ownerId: number; plan: PlanName | null }) => Promise<unknown>
  /** Whether a pending invitation was mailed to this address with this token, which proves the address. */
  provesAddress: (db: Db, link: { token: string; email: string }) => Promise<boolean>
  /** Stores the invitation with which a person registers. An invitation to another address is ignored. */
  claimInvitation: (trx: Trx, claim: { token: string | undefined; email: string; userId: number }) => Promise<void>
  /** Joins the workspace of this invitation; false if it is no longer valid. Requires the lock of the user. */
  joinInvited: (trx: Trx, link: { token: string; email: string; userId: number }) => Promise<boolean>
  /** Joins the workspace of a claimed invitation; false without one. Requires the lock of the user. */
  joinClaimed: (trx: Trx, userId: number) => Promise<boolean>
}

/** How a person who registered becomes a member of a workspace. */
export const newMember = extensionPoint<NewMember>('workspace of a new person')

/** Further data of the first screen: tree, unread items, speakers, tags. */
export type SessionContent = Omit<
  Session,
  'user' | 'roles' | 'usage' | 'is_set_password' | 'is_hubspot_connected' | 'token'
>

/** Whether the person's workspace is connected to a CRM. */
export const crmState =
  extensionPoint<(app: Pick<App, 'db' | 'config'>, actor: Actor) => Promise<boolean>>('state of the CRM')

export const sessionContent = extensionPoint<(db: Db, actor: Actor) => Promise<SessionContent>>('content of a session')
