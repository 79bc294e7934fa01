// Access rules of the assistant. A chat exists for its owner only (store/chats.ts); everyone who sees a file may ask about
// it, as viewer and as guest of one file too.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Actor } from '../accounts/actor.ts'
import { all, type Decision, when } from '../tree/policy.ts'

/** Agreeing that text of the workspace is sent to a provider, and withdrawing it: the owner of the workspace. */
export function agree(actor: Pick<Actor, 'workspaceRole'>): Decision {
  return when(actor.workspaceRole === ROLE.owner, 'role')
}

interface Message {
  user_id: number | null
  status: string
}

/** Rating an answer that has ended. */
export function react(message: Message): Decision {
  return all(when(message.user_id === null, 'state'), when(message.status !== 'writing', 'state'))
}

/** Writing an answer again; it has ended. */
export function regenerate(message: Message): Decision {
  return react(message)
}

/** Reporting an answer that ended with an error. */
export function report(message: Message & { error: string | null }): Decision {
  return all(react(message), when(message.error !== null, 'state'))
}
