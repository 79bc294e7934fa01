// People for tests and seeds. Each factory creates its own parents: an owner has a workspace, a root and a plan.
import { randomUUID } from 'node:crypto'
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { PlanName } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Actor, WorkspaceRole } from '../../accounts/actor.ts'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import { hashToken, newToken } from '../../accounts/tokens.ts'
import { PASSWORD_MEMORY } from '../../platform/config-variables.ts'
import type { Db } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { createWorkspace } from '../../membership/create-workspace.ts'

export const PASSWORD = 'Kaiwa-test1!'
// Seeds and benchmarks hash passwords at full cost; tests use the minimum.
const HASHING_COST = { passwordMemory: process.env['VITEST'] === undefined ? PASSWORD_MEMORY : 64 }
let hash: Promise<string> | undefined

export interface TestUser {
  id: number
  email: string
  /** Bearer token of a session; pass the user as `as` of `call`. */
  token: string
  actor: Actor
}

export type TestOwner = TestUser & { workspaceId: number; rootItemId: number; rootProjectId: number }

export interface UserOptions {
  email?: string
  password?: string
  first_name?: string
  last_name?: string
  locale?: Locale
  isVerified?: boolean
  isDisabled?: boolean
  isOperator?: boolean
  /** False: the welcome page has not been shown yet. */
  isVisited?: boolean
}

async function insertUser(db: Db, options: UserOptions) {
  const password = options.password ?? PASSWORD
  const { id, email } = await db
    .insertInto('users')
    .values({
      email: options.email ?? `${randomUUID()}@kaiwa.example`,
      password_hash: await (password === PASSWORD
        ? (hash ??= hashPassword(HASHING_COST, PASSWORD))
        : hashPassword(HASHING_COST, password)),
      first_name: options.first_name ?? '花子',
      last_name: options.last_name ?? '山田',
      is_disabled: options.isDisabled ?? false,
      is_operator: options.isOperator ?? false,
      is_visited: options.isVisited ?? true,
      settings: jsonb({ locale: options.locale ?? 'ja' }),
      email_verified_at: options.isVerified === false ? null : sql`now()`,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  return { id, email }
}

async function signIn(
  db: Db,
  user: { id: number; email: string },
  { isOperator = false, locale = 'ja' }: UserOptions,
  membership: { workspaceId: number; workspaceRole: WorkspaceRole } | null,
): Promise<TestUser> {
  const token = newToken()
  const session = await db
    .insertInto('sessions')
    .values({
      user_id: user.id,
      token_hash: hashToken(token),
      remember: false,
      expires_at: sql`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const actor: Actor = {
    id: user.id,
    isOperator,
    sessionId: session.id,
    workspaceId: membership?.workspaceId ?? null,
    workspaceRole: membership?.workspaceRole ?? null,
    locale,
  }
  return { ...user, token, actor }
}

/** Creates a signed-in user without a workspace. */
export async function createUser(db: Db, options: UserOptions = {}): Promise<TestUser> {
  return signIn(db, await insertUser(db, options), options, null)
}

/** Creates a signed-in user with their own workspace. */
export async function createOwner(db: Db, options: UserOptions & { plan?: PlanName | null } = {}): Promise<TestOwner> {
  const user = await insertUser(db, options)
  const workspace = await db
    .transaction()
    .execute((trx) =>
      createWorkspace(trx, { ownerId: user.id, plan: options.plan === undefined ? 'business' : options.plan }),
    )
  const { id: workspaceId, rootItemId, rootProjectId } = workspace
  const membership = { workspaceId, workspaceRole: ROLE.owner }
  return {
    ...(await signIn(db, user, options, membership)),
    workspaceId,
    rootItemId,
    rootProjectId,
  }
}

/** Creates a member of an owner's workspace, as manager, member or guest. */
export async function createMember(
  db: Db,
  { workspaceId }: Pick<TestOwner, 'workspaceId'>,
  workspaceRole: Exclude<WorkspaceRole, typeof ROLE.owner>,
  options: UserOptions = {},
): Promise<TestUser> {
  const user = await insertUser(db, options)
  await db
    .insertInto('workspace_members')
    .values({ user_id: user.id, workspace_id: workspaceId, role_id: workspaceRole })
    .execute()
  return signIn(db, user, options, { workspaceId, workspaceRole })
}

/** Makes another member the owner, who becomes a manager. No operation does this; an operator may in the database. */
export async function transferWorkspace(
  db: Db,
  owner: Pick<TestOwner, 'id' | 'workspaceId'>,
  heir: Pick<TestUser, 'id'>,
): Promise<void> {
  await db.updateTable('workspaces').set({ owner_id: heir.id }).where('id', '=', owner.workspaceId).execute()
  for (const [id, role_id] of [
    [owner.id, ROLE.manager],
    [heir.id, ROLE.owner],
  ] as const)
    await db.updateTable('workspace_members').set({ role_id }).where('user_id', '=', id).execute()
}
